/** A model's short name: without provider or script path. */
export function modelName(model: string): string {
  const script = /^scripted:(.*)$/.exec(model)
  if (script) return script[1]?.split(/[/\\]/).at(-1) || model
  return model.split("/").at(-1) || model
}
