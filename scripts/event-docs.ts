import { stopCodes } from "../src/session/event/turn.ts"
import { type EventType, eventVersions } from "../src/session/event.ts"
import { policyOf } from "../src/session/policy.ts"
import { jsonSchemas, type Schema } from "./event-schema.ts"

/** The event catalogue as Markdown. */
export function eventCatalogue(): string {
  const { events, envelope, shapes } = jsonSchemas()
  const types = Object.keys(events) as EventType[]
  const families = [...new Set(types.map(familyOf))]
  return [
    introduction,
    `## The envelope\n\nEvery event has it. It is never changed once written.\n\n${table(envelope)}`,
    `## Who writes an event, and when it is on the disk\n\n${classes}`,
    `## Events\n\n${overview(events, types)}`,
    ...families.map((family) =>
      chapter(
        family,
        types.filter((type) => familyOf(type) === family),
        events,
      ),
    ),
    `## Stop codes\n\n${stops()}`,
    `## Shapes\n\n${sorted(shapes)
      .map(([name, shape]) => shapeSection(name, shape))
      .join("\n\n")}`,
  ]
    .join("\n\n")
    .concat("\n")
}

const introduction = `# Events

Made by \`npm run docs\` from the schemas in \`src/session/event/\`: do not edit. The same as JSON Schema: [events.schema.json](events.schema.json).

A session is a log of these events. An event says what happened; its type is \`family.verb-in-the-past\`. Fields and types that
this version does not know are kept as they are: they come from a newer Holdfast, and such a session is read-only here.
Streamed text is not an event: see [architecture.md](architecture.md).`

const durabilities = {
  person: ["a person's intent", "fsynced before it is acknowledged"],
  intent: ["a tool's or model's intent", "fsynced before it starts"],
  outcome: ["an outcome or a decision", "fsynced before anything acts on it"],
} as const

const writers = {
  person: "a person, without a lease",
  driver: "the owner, under its lease",
  store: "the store itself",
} as const

const classes = [
  "| class | promise |",
  "| --- | --- |",
  ...Object.values(durabilities).map(([name, promise]) => `| ${name} | ${promise} |`),
  "",
  "A person's events are accepted at any time; the owner's only under the newest lease. All events of an append",
  "are written, or none.",
].join("\n")

const families: Readonly<Record<string, string>> = {
  session: "The session as a whole: workspace, settings, title, owner.",
  input: "What a person sent, and what became of it.",
  turn: "From an accepted input to its one stop record. The envelope's `turn` names it.",
  workflow: "How the work is directed, and why. Decisions and notes make up the timeline.",
  done: "The definition of done, and the attempts to verify it.",
  prompt: "The system prompt.",
  model: "A call of the model: one intent, one outcome.",
  tool: "A tool call: requested, started, and its outcome.",
  ask: "A durable question to a person.",
  context: "What the model sees of a long session.",
  workspace: "Changes of files outside the agent's tools.",
  history: "Rewinds.",
}

function familyOf(type: string): string {
  return type.slice(0, type.indexOf("."))
}

function chapter(family: string, types: readonly EventType[], events: Readonly<Record<EventType, Schema>>): string {
  return [`## ${family}`, families[family] ?? "", ...types.map((type) => section(type, events[type]))].join("\n\n")
}

function section(type: EventType, schema: Schema): string {
  const { durability, writer, searchable, blobs } = policyOf(type)
  const facts = [
    `Written by ${writers[writer]}`,
    durabilities[durability][0],
    searchable === false ? "not searchable" : "searchable",
    ...(blobs ? ["keeps blobs alive"] : []),
    `version ${eventVersions[type]}`,
  ]
  return [`### ${type}`, schema.description ?? "", `${facts.join(" · ")}.`, fieldsOf(schema)].join("\n\n")
}

function fieldsOf(schema: Schema): string {
  const variants = schema.oneOf ?? schema.anyOf
  if (!variants) return table(schema)
  return variants
    .map(({ properties: { kind = {}, ...properties } = {}, ...variant }) => {
      return `Where \`kind\` is ${typeOf(kind)}:\n\n${table({ ...variant, properties })}`
    })
    .join("\n\n")
}

function shapeSection(name: string, shape: Schema): string {
  const meaning = sentence(shape.description ?? "")
  return [`### ${name}`, meaning, shape.properties ? table(shape) : sentence(typeOf({ ...shape }))].join("\n\n")
}

function overview(events: Readonly<Record<EventType, Schema>>, types: readonly EventType[]): string {
  const rows = types.map((type) => `| [${type}](#${type.replace(".", "")}) | ${cell(events[type].description ?? "")} |`)
  return ["| type | says |", "| --- | --- |", ...rows].join("\n")
}

function stops(): string {
  const rows = Object.entries(stopCodes).map(([code, exit]) => `| ${code} | ${exit} |`)
  return ["| code | exit code of `run` |", "| --- | --- |", ...rows].join("\n")
}

function sorted<T>(record: Readonly<Record<string, T>>): Array<[string, T]> {
  return Object.entries(record).sort(([a], [b]) => a.localeCompare(b, "en"))
}

function table(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return "No fields."
  const rows = fields.map(([name, field]) => {
    const optional = schema.required?.includes(name) ? "" : "yes"
    return `| ${name} | ${cell(typeOf(field))} | ${optional} | ${cell(field.description ?? "")} |`
  })
  return ["| field | type | optional | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n")
}

/** A type in words; `|` still to be escaped for a table. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)
    return `[${name}](#${name.toLowerCase()})`
  }
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ")
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map(typeOf).join(" or ")
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => typeOf({ type })).join(" or ")
  switch (schema.type) {
    case "array":
      return `list of ${typeOf(schema.items ?? {})}`
    case "object":
      return objectType(schema)
    case "string":
      return schema.format === "date-time" ? "time" : "text"
    case "integer":
    case "number":
      return rangeOf(schema)
    case "boolean":
      return "true or false"
    case "null":
      return "null"
    default:
      return "anything"
  }
}

function objectType({ properties, required = [] }: Schema): string {
  if (!properties) return "any object"
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(field)}`,
  )
  return `{ ${fields.join("; ")} }`
}

function rangeOf({ type, minimum }: Schema): string {
  const kind = type === "integer" ? "whole number" : "number"
  return minimum === undefined ? kind : `${kind}, ${minimum} or more`
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ")
}

function sentence(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
