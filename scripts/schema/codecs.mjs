import { emptyFolder, writeSource } from './write.mjs'

/** Types of other packages: the module that has their codec, and its name there. Those of cosmjs-types finish their writer themselves. */
const OTHERS = {
  'cosmos.base.v1beta1.Coin': ['../message.js', 'coin', 'Coin'],
  'google.protobuf.Any': ['../message.js', 'any', 'Any'],
  'tendermint.crypto.ProofOps': ['../message.js', 'proofOps', 'readonly ProofOp[]'],
  'cosmos.base.query.v1beta1.PageRequest': ['cosmjs-types/cosmos/base/query/v1beta1/pagination', 'PageRequest'],
  'cosmos.base.query.v1beta1.PageResponse': ['cosmjs-types/cosmos/base/query/v1beta1/pagination', 'PageResponse'],
  'ibc.applications.transfer.v1.Params': ['cosmjs-types/ibc/applications/transfer/v1/transfer', 'Params'],
  'ibc.core.client.v1.Height': ['cosmjs-types/ibc/core/client/v1/client', 'Height'],
  'tendermint.abci.ExecTxResult': ['cosmjs-types/tendermint/abci/types', 'ExecTxResult'],
  'tendermint.crypto.Proof': ['cosmjs-types/tendermint/crypto/proof', 'Proof'],
}

/** Enums of other packages. */
const ENUMS = new Set(['ibc.core.channel.v1.Order'])

/** How values of a scalar are typed, written and read. */
const SCALARS = {
  string: { type: 'string', write: 'string', read: 'protoString', each: ['strings', 'protoStrings'] },
  bytes: { type: 'Uint8Array', write: 'bytes', read: 'protoBytes' },
  bool: { type: 'boolean', write: 'bool', read: 'protoBool' },
  uint64: { type: 'bigint', write: 'uint64', read: 'protoUint64', each: ['packedUint64s', 'protoUint64s'] },
}

const member = (name) =>
  name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()).replace(/^[A-Z]/, (letter) => letter.toLowerCase())

const entries = (text) => (text === '' ? [] : text.split(', '))

/**
 * Writes the codecs of packages, one file each: an interface and a `Codec` for each message.
 * @param packages all tables, with full names of types
 * @param names those with codecs
 */
export async function writeCodecs(folder, { packages, names, head }) {
  emptyFolder(folder)
  for (const name of names) await writeSource(folder, `${name}.ts`, codecsOf(name, packages, names, head))
}

function codecsOf(packageName, packages, names, head) {
  const imports = new Map()
  const use = (module, binding) => {
    if (!imports.has(module)) imports.set(module, new Set())
    imports.get(module).add(binding)
    return binding
  }
  const { messages, enums } = packages[packageName]
  const locals = Object.fromEntries(Object.keys(messages).map((id) => [`${packageName}.${id}`, id]))
  const isEnum = (type) => ENUMS.has(type) || Object.keys(enums).some((id) => `${packageName}.${id}` === type)

  /** The codec and the TypeScript type of a message. */
  function message(type) {
    if (type in locals) return { codec: locals[type], ts: locals[type], finish: '' }
    const other = OTHERS[type]
    if (other !== undefined) {
      const [module, codec, written] = other
      if (written === undefined) {
        // Types of other packages can have the name of one of this.
        const alias = codec in messages ? `Other${codec}` : codec
        use(module, alias === codec ? codec : `${codec} as ${alias}`)
        return { codec: alias, ts: alias, finish: '.finish()' }
      }
      use(module, codec)
      use(module, `type ${/\w+(?=(?:\[\])?$)/.exec(written)[0]}`)
      return { codec, ts: written, finish: '' }
    }
    const owner = names.find((name) => type.startsWith(`${name}.`))
    if (owner === undefined) throw new Error(`${packageName}: no codec of ${type}`)
    return { codec: use(`./${owner}.js`, type.slice(owner.length + 1)), ts: type.slice(owner.length + 1), finish: '' }
  }

  function parts(entry) {
    const [name, written, number] = entry.split(' ')
    const type = written.replace(/\[\]$|\?$/, '')
    const [repeated, optional] = [written.endsWith('[]'), written.endsWith('?')]
    const key = member(name)
    const value = `message.${key}`
    const read = (reader, ...more) => `${use('../message.js', reader)}(${['fields', number, ...more].join(', ')})`
    if (type in SCALARS) {
      const { type: ts, write, read: reader, each } = SCALARS[type]
      if (repeated && each === undefined) throw new Error(`${packageName}.${name}: no list of ${type}`)
      return {
        line: `readonly ${key}: ${repeated ? `readonly ${ts}[]` : ts}`,
        write: `writer.${repeated ? each[0] : write}(${number}, ${value})`,
        read: `${key}: ${read(repeated ? each[1] : reader)}`,
      }
    }
    // An enum is a number of 32 bits.
    if (type === 'int32' || isEnum(type))
      return {
        line: `readonly ${key}: number`,
        write: `writer.uint64(${number}, BigInt(${value}))`,
        read: `${key}: ${read('protoInt32')}`,
      }
    const { codec, ts, finish } = message(type)
    const encoded = (of) => `writer.message(${number}, ${codec}.encode(${of})${finish})`
    if (repeated)
      return {
        line: `readonly ${key}: readonly ${ts}[]`,
        write: `for (const each of ${value}) ${encoded('each')}`,
        read: `${key}: ${read('all', codec)}`,
      }
    return {
      line: `readonly ${key}: ${ts}${optional ? ' | undefined' : ''}`,
      write: optional ? `if (${value} !== undefined) ${encoded(value)}` : encoded(value),
      read: `${key}: ${read(optional ? 'optional' : 'one', codec)}`,
    }
  }

  const texts = Object.entries(messages).map(([id, text]) => {
    const full = `'${packageName}.${id}'`
    use('../message.js', 'codec')
    use('../message.js', 'type Codec')
    if (text === '') return `export const ${id}: Codec<object> = codec(${full}, (writer) => writer, () => ({}))`
    const fields = entries(text).map(parts)
    // Fields are written in the order of their numbers.
    const written = entries(text)
      .map((entry, i) => [Number(entry.split(' ')[2]), fields[i].write])
      .toSorted(([a], [b]) => a - b)
    return `export interface ${id} {
  ${fields.map(({ line }) => line).join('\n  ')}
}
export const ${id}: Codec<${id}> = codec(${full}, (writer, message) => {
  ${written.map(([, write]) => write).join('\n  ')}
  return writer
}, (fields) => ({ ${fields.map(({ read }) => read).join(', ')} }))`
  })
  const imported = [...imports]
    .toSorted(([a], [b]) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || (a < b ? -1 : 1))
    .map(
      ([module, bindings]) =>
        `import { ${[...bindings].toSorted((a, b) => (a < b ? -1 : 1)).join(', ')} } from '${module}'`,
    )
  return `${head}\n${imported.join('\n')}\n\n${texts.join('\n\n')}\n`
}
