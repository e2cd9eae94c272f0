import type { SchemaNode } from '../../schema/index.js'

/** The name of the type of a definition; `#` is the message itself. */
export type NameOf = (ref: string) => string

/** A node of a schema as a TypeScript type. */
export function typeText(node: SchemaNode, nameOf: NameOf, indent = ''): string {
  const parts = [
    ...(node.ref === undefined ? [] : [nameOf(node.ref)]),
    ...(node.allOf ?? []).map((one) => group(typeText(one, nameOf, indent))),
    ...(node.oneOf === undefined ? [] : [group(union(node.oneOf.map((one) => variant(one, nameOf, indent))))]),
    ...own(node, nameOf, indent),
  ]
  return parts.length === 0 ? 'unknown' : parts.length === 1 ? ungroup(parts[0]!) : parts.join(' & ')
}

/** The constraints of the node itself. */
function own(node: SchemaNode, nameOf: NameOf, indent: string): readonly string[] {
  if (node.values !== undefined) return [group(union(node.values.map((value) => JSON.stringify(value))))]
  const types = node.types ?? (node.properties !== undefined ? (['object'] as const) : undefined)
  // `type: object` next to choices adds nothing to them.
  if (types === undefined || (node.oneOf !== undefined && node.properties === undefined)) return []
  return [group(union(types.map((type) => ofType(type, node, nameOf, indent))))]
}

function ofType(type: string, node: SchemaNode, nameOf: NameOf, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayText(node, nameOf, indent)
    case 'object':
      return objectText(node, nameOf, indent)
    default:
      return type
  }
}

function arrayText({ tuple, items, minItems, maxItems }: SchemaNode, nameOf: NameOf, indent: string): string {
  const item = items === undefined ? 'unknown' : typeText(items, nameOf, indent)
  if (tuple !== undefined) return `[${tuple.map((one) => typeText(one, nameOf, indent)).join(', ')}]`
  // schemars writes a tuple of equal types as an array of that length.
  if (minItems !== undefined && minItems === maxItems && minItems > 0 && minItems <= 16)
    return `[${Array.from({ length: minItems }, () => item).join(', ')}]`
  return `${group(item)}[]`
}

function objectText(node: SchemaNode, nameOf: NameOf, indent: string): string {
  const members = Object.entries(node.properties ?? {})
  const isClosed = node.additional?.values?.length === 0
  if (members.length === 0)
    return isClosed || node.additional === undefined
      ? 'Record<string, never>'
      : `Record<string, ${typeText(node.additional, nameOf, indent)}>`
  const inner = `${indent}  `
  const required = new Set(node.required)
  const lines = members.flatMap(([name, member]) => [
    ...commentLines(member.description, inner),
    `${inner}${memberName(name)}${required.has(name) ? '' : '?'}: ${typeText(member, nameOf, inner)}`,
  ])
  return ['{', ...lines, `${indent}}`].join('\n')
}

/** A choice. Its description becomes that of its only member. */
function variant(node: SchemaNode, nameOf: NameOf, indent: string): string {
  const [name, ...others] = Object.keys(node.properties ?? {})
  if (name === undefined || others.length > 0 || node.description === undefined) return typeText(node, nameOf, indent)
  const member = node.properties![name]!
  const described = { ...member, description: member.description ?? node.description }
  return typeText({ ...node, properties: { [name]: described } }, nameOf, indent)
}

const union = (parts: readonly string[]): string => [...new Set(parts)].join(' | ') || 'never'

/** Adds parentheses to a union or an intersection. */
const group = (text: string): string => (/ [|&] /.test(outside(text)) ? `(${text})` : text)

const ungroup = (text: string): string =>
  text.startsWith('(') && text.endsWith(')') && !outside(text.slice(1, -1)).includes(')') ? text.slice(1, -1) : text

/** The text without parts in brackets or quotes. */
function outside(text: string): string {
  let depth = 0
  let kept = ''
  for (const [part] of text.matchAll(/"(?:\\.|[^"\\])*"|\/\*\*[\s\S]*?\*\/|[\s\S]/g)) {
    if (part.length > 1) continue
    if ('([{<'.includes(part)) depth++
    else if (')]}>'.includes(part)) {
      if (depth === 0) kept += part
      else depth--
    } else if (depth === 0) kept += part
  }
  return kept
}

/** The name of a member, in quotes if necessary. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A description as a comment, escaped so that it cannot end the comment. */
export function commentLines(description: string | undefined, indent: string): readonly string[] {
  const lines = (description ?? '')
    .replaceAll('*/', '*\\/')
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
  if (lines.length === 1) return lines[0] === '' ? [] : [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}
