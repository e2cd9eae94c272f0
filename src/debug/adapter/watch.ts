import type { DebugValue, DebugVariable } from '../values.js'

/** `request.sequence`, `behaviours[0].text`, `*self`: a variable and a path into it. */
export function watchVariable(variables: readonly DebugVariable[], expression: string): DebugValue | undefined {
  const [name, ...path] = expression
    .trim()
    .replace(/^[&*\s]+/, '')
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
  let value = variables.find((one) => one.name === name)?.value
  for (const part of path) value = value?.children().find((one) => one.name === part)?.value
  return value
}

/** The key in `storage.counters`, `storage balances/neutron1…`, `storage["received/0"]`; undefined for another expression. */
export function watchedKey(expression: string): string | undefined {
  const [, quoted, plain] = /^storage(?:\s*\[\s*["']?([^\]"']+)["']?\s*\]|[.\s]\s*(.+))$/.exec(expression.trim()) ?? []
  return (quoted ?? plain)?.trim()
}

/** A JSON value as variables; a text that is not JSON is shown as it is. */
export function jsonValue(text: string): DebugValue {
  try {
    return valueOf(JSON.parse(text), text)
  } catch {
    return { text, type: 'bytes', children: () => [] }
  }
}

function valueOf(json: unknown, text: string): DebugValue {
  const type = json === null ? 'null' : Array.isArray(json) ? 'array' : typeof json
  return {
    text,
    type,
    children: () =>
      typeof json === 'object' && json !== null
        ? Object.entries(json).map(([name, value]) => ({ name, value: valueOf(value, JSON.stringify(value)) }))
        : [],
  }
}
