import type { Json, RecordedFixture } from '../sandbox/internal.js'

/** A fixture as a test of Vitest: its actions one after the other, with the outcome of each. */
export function testText({ title, options, steps }: RecordedFixture): string {
  const lines = steps.flatMap(({ do: action, expect }) => {
    const part = expect as { readonly [member: string]: Json } | undefined
    const call = `sandbox.perform(${literal(unquoted(action), 2)})`
    if (part?.['ok'] !== false) return [`  await ${call}`]
    const { codespace, code, refused, error } = part
    const wanted: Json =
      error !== undefined
        ? { code: (error as { readonly code: Json }).code }
        : refused === undefined
          ? { codespace: codespace!, code: code! }
          : { code: (refused as { readonly code: Json }).code }
    return [`  await expect(${call}).rejects.toMatchObject(${literal(wanted, 2)})`]
  })
  const given = options === undefined ? '' : literal(unquoted(options), 2)
  const names = lines.some((line) => line.startsWith('  await expect(')) ? 'expect, test' : 'test'
  return [
    `import { createSandbox } from 'sudobox'`,
    `import { ${names} } from 'sudobox/vitest'`,
    '',
    `test(${text(title)}, async () => {`,
    `  const sandbox = createSandbox(${given})`,
    ...lines,
    '  await sandbox.close()',
    '})',
    '',
  ].join('\n')
}

const WIDTH = 110

/** JSON as TypeScript: names without quotes where they need none, and a line of its own for what does not fit. */
function literal(value: Json, indent: number): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const members = isList
    ? (value as readonly Json[]).map((one) => ['', one] as const)
    : Object.entries(value).map(([name, one]: [string, Json]) => [`${nameText(name)}: `, one] as const)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return `${open}${close}`
  const flat = members.map(([name, one]) => `${name}${literal(one, 0)}`)
  const gap = isList ? '' : ' '
  const line = `${open}${gap}${flat.join(', ')}${gap}${close}`
  if (line.length + indent < WIDTH && !line.includes('\n')) return line
  const inner = ' '.repeat(indent + 2)
  return `${open}\n${members.map(([name, one]) => `${inner}${name}${literal(one, indent + 2)},\n`).join('')}${' '.repeat(indent)}${close}`
}

const nameText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name))

const text = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** Fixtures escape `${`, code does not. */
function unquoted(value: Json): Json {
  if (typeof value === 'string') return value.split('$${').join('${')
  if (Array.isArray(value)) return (value as readonly Json[]).map(unquoted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]: [string, Json]) => [name, unquoted(one)]))
}
