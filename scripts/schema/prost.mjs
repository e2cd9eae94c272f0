/**
 * Reads the tables of protobuf packages from Rust code that prost-build wrote, with the attributes of the proto crates of Cosmos chains: a type URL
 * for each message, a path for each query. What Rust does not keep is told: names of fields, fields that cannot be absent, services whose
 * queries share requests.
 */

const SCALARS = new Set('string bytes bool uint32 uint64 int32 int64 fixed64 sfixed64 sint32 sint64'.split(' '))

/** A Rust path from within a package, as a protobuf name: each `super` goes one package up. */
function protoName(packageName, path) {
  if (path.startsWith('crate::shim::')) return `google.protobuf.${path.slice('crate::shim::'.length)}`
  const scope = packageName.split('.')
  const parts = path.split('::')
  while (parts[0] === 'super') {
    parts.shift()
    scope.pop()
  }
  return [...scope, ...parts].join('.')
}

/** @returns the tables of the packages in the files, by name */
export function readProst(sources, { names = {}, present = [], services = {} }) {
  const blocks = sources.flatMap((source) => [
    ...source.matchAll(
      /#\[proto_message\(type_url = "\/([^"]+)"\)\]\s*(?:#\[proto_query\(\s*path = "\/([^"]+)",\s*response_type = (\w+)\s*\)\]\s*)?pub struct (\w+) \{(.*?)(?<=[{\n])\}/gs,
    ),
  ])
  // prost changes the case of names such as `KVKey`.
  const renamed = new Map(blocks.map(([, type, , , rust]) => [`${type.slice(0, type.lastIndexOf('.'))}.${rust}`, type]))
  const packages = {}
  const packageOf = (name) => (packages[name] ??= { messages: {}, enums: {}, services: {} })
  for (const [, type, query, response, , body] of blocks) {
    const dot = type.lastIndexOf('.')
    const [packageName, message] = [type.slice(0, dot), type.slice(dot + 1)]
    const typeOf = (path) => {
      const name = protoName(packageName, path)
      return renamed.get(name) ?? name
    }
    const table = packageOf(packageName)
    const fields = [
      ...body.matchAll(/#\[prost\(([^\]]*)\)\](.*?)\n\s*pub (?:r#)?(\w+):\s*(.*?),(?=\s*(?:\/\/\/|#\[|$))/gs),
    ]
    table.messages[message] = fields
      .map(([, attribute, , rust, written]) => {
        const kind = /^\s*(\w+)/.exec(attribute)[1]
        const number = /tag = "(\d+)"/.exec(attribute)[1]
        const id = `${type}.${rust}`
        const repeated = /\brepeated\b/.test(attribute)
        const inner = /(?:Vec|Option)<\s*([\w:]+),?\s*>/.exec(written)?.[1]
        const enumeration = /enumeration = "([^"]+)"/.exec(attribute)?.[1]
        if (kind !== 'message' && enumeration === undefined && !SCALARS.has(kind))
          throw new Error(`${id}: ${kind} is not supported`)
        const scalar = enumeration === undefined ? kind : typeOf(enumeration)
        const full = kind === 'message' ? typeOf(inner) : scalar
        const isPointer = kind === 'message' && rust !== 'params' && !present.includes(id)
        const suffix = repeated ? '[]' : isPointer ? '?' : ''
        return `${names[id] ?? rust} ${full}${suffix} ${number}`
      })
      .join(', ')
    if (query !== undefined) {
      const [service, method] = query.slice(packageName.length + 1).split('/')
      ;(table.services[service] ??= []).push(`${method} ${type} ${packageName}.${response}`)
    }
  }
  for (const [packageName, table] of Object.entries(packages)) {
    // The crates have no services of messages: each message has a response of its own.
    const requests = Object.keys(table.messages).filter((name) => name.startsWith('Msg') && !name.endsWith('Response'))
    for (const name of requests) {
      const method = name.replace(/^Msg|Request$/g, '')
      if (`Msg${method}Response` in table.messages)
        (table.services.Msg ??= []).push(`${method} ${packageName}.${name} ${packageName}.Msg${method}Response`)
    }
    const written = Object.entries(table.services).map(([name, lines]) => [name, lines.join(', ')])
    table.services = { ...Object.fromEntries(written), ...services[packageName] }
  }
  for (const source of sources) {
    const packageName = /type_url = "\/([\w.]+)\.\w+"/.exec(source)?.[1]
    for (const [, name, values] of source.matchAll(/pub enum (\w+) \{(.*?)\n\}/gs)) {
      const numbers = Object.fromEntries(
        [...values.matchAll(/(\w+) = (\d+),/g)].map(([, rust, number]) => [rust, number]),
      )
      const texts = [...source.matchAll(new RegExp(`${name}::(\\w+) => "(\\w+)"`, 'g'))]
      packageOf(packageName).enums[name] = texts.map(([, rust, text]) => `${text} ${numbers[rust]}`).join(', ')
    }
  }
  return packages
}
