// Writes docs/outcomes.md, what the outcome of each action has, from the schemas of outcomes: node scripts/outcomes.mjs.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const HEAD = `# Look up the outcome of an action

What \`save\` and \`expect\` find in a [fixture](fixtures.md), by action. Every outcome also has \`ok\`: whether the step succeeded. Whole numbers that can be large are decimal strings
(\`"1000000"\`), counts are numbers, and bytes are base64. Members with \`?\` can be absent. \`node scripts/outcomes.mjs\` writes this page from the schemas of the outcomes.

- A transaction or a callback that fails has the same members, with \`ok: false\`. If deliveries of \`relay\` fail, \`delivered\` is added to the members of the first one.
- If the EVM returns an error, the outcome is \`{ ok: false, error: { code, message, data } }\`.
- An action that is refused before it reaches a chain has \`{ ok: false, refused: { code, message } }\`.
`

const cell = (text) => text.replaceAll('|', '\\|')

/** Renders the page. */
export function render({ OUTCOMES, SHAPES }) {
  const names = new Map(Object.entries(SHAPES).map(([name, schema]) => [schema, name]))
  const link = (name) => `[${name}](#${name.replaceAll(' ', '-')})`

  /** The type of a member, in words. */
  function typeOf(schema) {
    const { def } = schema._zod
    if (names.has(schema)) return link(names.get(schema))
    switch (def.type) {
      case 'optional':
        return typeOf(def.innerType)
      case 'nullable':
        return `${typeOf(def.innerType)} or null`
      case 'array':
        return `list of ${typeOf(def.element)}`
      case 'record':
        return `object of ${typeOf(def.valueType)}`
      case 'union':
        return def.options.map(typeOf).join(' or ')
      case 'enum':
        return Object.values(def.entries)
          .map((value) => `\`${value}\``)
          .join(' or ')
      case 'object':
        return `{ ${membersOf(schema.shape).join('; ')} }`
      case 'boolean':
        return 'boolean'
      case 'number':
        return 'count'
      case 'string':
        return schema.format === 'base64' ? 'bytes' : schema.format === 'regex' ? 'number' : 'text'
      default:
        return 'JSON'
    }
  }

  function membersOf(shape) {
    return Object.entries(shape).map(([name, schema]) => {
      const about = schema.description === undefined ? '' : ` (${schema.description})`
      return `\`${name}${schema._zod.def.type === 'optional' ? '?' : ''}\`: ${typeOf(schema)}${about}`
    })
  }

  /** The members of a schema, with the name of a shape in place of all that it has. */
  function rowsOf(schema) {
    const part = [SHAPES.transaction, SHAPES.packet].find(
      (one) => one !== schema && Object.entries(one.shape).every(([name, member]) => schema.shape[name] === member),
    )
    const own = Object.fromEntries(
      Object.entries(schema.shape).filter(([name, member]) => part?.shape[name] !== member),
    )
    return [...membersOf(own), ...(part === undefined ? [] : [`all members of a ${link(names.get(part))}`])]
  }

  const table = Object.entries(OUTCOMES).map(
    ([name, schema]) =>
      `| \`${name}\` | ${cell(names.has(schema) ? link(names.get(schema)) : rowsOf(schema).join('<br>'))} |`,
  )
  const shapes = Object.entries(SHAPES).map(
    ([name, schema]) =>
      `\n## ${name[0].toUpperCase()}${name.slice(1)}\n\n${rowsOf(schema)
        .map((row) => `- ${row}`)
        .join('\n')}\n`,
  )
  return `${HEAD}\n| action | outcome |\n|---|---|\n${table.join('\n')}\n${shapes.join('')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sources } = await import('./source.mjs')
  const [outcomes] = await sources('replay/outcomes')
  writeFileSync(new URL('../docs/outcomes.md', import.meta.url), render(outcomes))
}
