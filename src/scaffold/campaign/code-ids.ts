import type { Json } from '../../sandbox/internal.js'

/** Names of fields that contain a code id: `proxy_code_id`, `token_code`, `code_id`. */
const CODE_ID = /^(?:(.*?)_)?code(?:_id)?$/

/**
 * A message with generated code ids replaced by real ones: that of the contract whose name is part of the field's, as in `proxy_code_id`, otherwise
 * that of the only other contract.
 *
 * @param label of the contract that gets the message @param labels of all contracts, in the order of their code ids @param first the first code id
 */
export function withCodeIds(message: Json, label: string, labels: readonly string[], first: number): Json {
  const others = labels.filter((one) => one !== label)
  const codeOf = (name = ''): number | undefined => {
    const named = others.find((one) => name !== '' && one.split(/[_-]/).includes(name)) ?? others[0]
    const certain = others.length === 1 || (named !== undefined && name !== '' && named.split(/[_-]/).includes(name))
    return named === undefined || !certain ? undefined : first + labels.indexOf(named)
  }
  const walk = (value: Json, key: string): Json => {
    const code = CODE_ID.exec(key)
    if (code !== null && (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)))) {
      const id = codeOf(code[1])
      return id === undefined ? value : typeof value === 'number' ? id : String(id)
    }
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => walk(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]))
  }
  return walk(message, '')
}
