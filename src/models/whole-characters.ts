/** Joins the pieces of a text. A server may send the two halves of a character in two chunks; half a character cannot be stored. */
export function wholeCharacters(): (delta: string) => string {
  let half = ""
  return (delta) => {
    const joined = half + delta
    half = /[\uD800-\uDBFF]$/.test(joined) ? joined.slice(-1) : ""
    return joined.slice(0, joined.length - half.length).toWellFormed()
  }
}
