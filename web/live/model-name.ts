/** A model by the part of its name that tells most: without its provider, and without the path of a script. */
export function modelName(model: string): string {
  const script = /^scripted:(.*)$/.exec(model)
  if (script) return script[1]?.split(/[/\\]/).at(-1) || model
  return model.split("/").at(-1) || model
}
