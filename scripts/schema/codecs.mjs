import { emptyFolder, writeSource } from './write.mjs'

/** Types of other packages: the module that has their codec, and its name there. Those of cosmjs-types finish their writer themselves. */
const OTHERS = {
  'cosmos.base.v1beta1.Coin': ['../message.js', 'coin', 'Coin'],
  'cosmos.base.v1beta1.DecCoin': ['../message.js', 'decCoin', 'DecCoin'],
  'google.protobuf.Any': ['../message.js', 'any', 'Any'],
  'tendermint.crypto.ProofOps': ['../message.js', 'proofOps', 'readonly ProofOp[]'],
  'cosmos.bank.v1beta1.Metadata': ['cosmjs-types/cosmos/bank/v1beta1/bank', 'Metadata'],
  'cosmos.base.query.v1beta1.PageRequest': ['cosmjs-types/cosmos/base/query/v1beta1/pagination', 'PageRequest'],
  'cosmos.base.query.v1beta1.PageResponse': ['cosmjs-types/cosmos/base/query/v1beta1/pagination', 'PageResponse'],
  'ibc.applications.transfer.v1.Params': ['cosmjs-types/ibc/applications/transfer/v1/transfer', 'Params'],
  'ibc.core.client.v1.Height': ['cosmjs-types/ibc/core/client/v1/client', 'Height'],
  'ibc.lightclients.tendermint.v1.ConsensusState': [
    'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint',
    'ConsensusState',
  ],
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
  int64: { type: 'bigint', write: 'uint64', read: 'protoInt64', each: ['packedUint64s', 'protoInt64s'] },
  uint64: { type: 'bigint', write: 'uint64', read: 'protoUint64', each: ['packedUint64s', 'protoUint64s'] },
}

/** Numbers that Go holds in a type of its own and writes as text, even when they are 0: how they are read. */
const NUMBERS = { decimal: 'protoDecimal', integer: 'protoInteger' }

/** How the key and the value of a map are written. */
const MAP_PARTS = {
  string: ['stringPart', 'string'],
  bool: ['boolPart', 'boolean'],
  uint64: ['uint64Part', 'bigint'],
}

const member = (name) =>
  name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()).replace(/^[A-Z]/, (letter) => letter.toLowerCase())

const entries = (text) => (text === '' ? [] : text.split(', '))

/**
 * Writes the codecs of packages, one file each: an interface and a `Codec` for each message.
 * @param packages all tables, with full names of types
 * @param names those with codecs
 * @param formOf says of the full name of a field whether Go holds a `decimal` or an `integer` in it
 * @param canBeAbsent says whether Go holds a pointer to it
 * @param headOf the first line of the file of a package
 */
export async function writeCodecs(folder, { packages, names, formOf, canBeAbsent, headOf }) {
  emptyFolder(folder)
  for (const name of names)
    await writeSource(
      folder,
      `${name}.ts`,
      codecsOf(name, { packages, names, formOf, canBeAbsent, head: headOf(name) }),
    )
}

function codecsOf(packageName, { packages, names, formOf, canBeAbsent, head }) {
  const imports = new Map()
  const use = (module, binding) => {
    if (!imports.has(module)) imports.set(module, new Set())
    imports.get(module).add(binding)
    return binding
  }
  const { messages, enums } = packages[packageName]
  const locals = Object.fromEntries(Object.keys(messages).map((id) => [`${packageName}.${id}`, id]))
  const isEnum = (type) => ENUMS.has(type) || Object.keys(enums).some((id) => `${packageName}.${id}` === type)

  /** Imports a codec with its type. One with the name of a type of this package gets another. */
  function imported(module, codec) {
    const alias = codec in messages ? `Other${codec}` : codec
    use(module, alias === codec ? codec : `${codec} as ${alias}`)
    return alias
  }

  /** The codec and the TypeScript type of a message. */
  function message(type) {
    if (type in locals)
      return { codec: locals[type], ts: messages[locals[type]] === '' ? 'object' : locals[type], finish: '' }
    const other = OTHERS[type]
    if (other !== undefined) {
      const [module, codec, written] = other
      if (written === undefined) {
        const alias = imported(module, codec)
        return { codec: alias, ts: alias, finish: '.finish()' }
      }
      use(module, codec)
      use(module, `type ${/\w+(?=(?:\[\])?$)/.exec(written)[0]}`)
      return { codec, ts: written, finish: '' }
    }
    const dot = type.lastIndexOf('.')
    const [owner, id] = [type.slice(0, dot), type.slice(dot + 1)]
    if (!names.includes(owner)) throw new Error(`${packageName}: no codec of ${type}`)
    const alias = imported(`./${owner}.js`, id)
    return { codec: alias, ts: alias, finish: '' }
  }

  /** The key or the value of a map: what writes and reads it, and its TypeScript type. */
  function mapPart(type) {
    if (type in MAP_PARTS) {
      const [part, ts] = MAP_PARTS[type]
      return { part: use('../map-fields.js', part), ts }
    }
    const { codec, ts, finish } = message(type)
    if (finish !== '') throw new Error(`${packageName}: no map of ${type}`)
    return { part: `${use('../map-fields.js', 'messagePart')}(${codec})`, ts }
  }

  function mapField(key, entry, number) {
    const [k, v] = entries(messages[entry.slice(packageName.length + 1)]).map((part) => mapPart(part.split(' ')[1]))
    const map = `${use('../map-fields.js', 'mapField')}(${k.part}, ${v.part})`
    return {
      line: `readonly ${key}: ReadonlyMap<${k.ts}, ${v.ts}>`,
      write: `${map}.write(writer, ${number}, message.${key})`,
      read: `${key}: ${map}.read(fields, ${number})`,
    }
  }

  function parts(id, entry) {
    const [name, written, number] = entry.split(' ')
    const type = written.replace(/\[\]$|\?$/, '')
    const [repeated, optional] = [written.endsWith('[]'), written.endsWith('?')]
    const key = member(name)
    const value = `message.${key}`
    const read = (reader, ...more) => `${use('../message.js', reader)}(${['fields', number, ...more].join(', ')})`
    if (written.endsWith('{}')) return mapField(key, written.slice(0, -2), number)
    if (written.includes('|')) throw new Error(`${packageName}.${id}.${name}: no alternatives of a oneof`)
    if (type === 'google.protobuf.Timestamp' && !repeated && !optional)
      return {
        line: `readonly ${key}: bigint`,
        write: `writer.message(${number}, ${use('../message.js', 'timestampWriter')}(${value}))`,
        read: `${key}: ${read('protoTime')}`,
      }
    if (type === 'google.protobuf.Duration' && !repeated && !optional)
      return {
        line: `readonly ${key}: bigint`,
        write: `writer.message(${number}, ${use('../message.js', 'durationWriter')}(${value}))`,
        read: `${key}: ${read('protoDuration')}`,
      }
    const [form, isPointer] = [formOf(`${packageName}.${id}.${name}`), canBeAbsent(`${packageName}.${id}.${name}`)]
    if (form !== undefined && isPointer)
      return {
        line: `readonly ${key}: bigint | undefined`,
        write: `${use('../message.js', 'writeGiven')}(writer, ${number}, ${value})`,
        read: `${key}: ${read('given', use('../message.js', NUMBERS[form]))}`,
      }
    if (form !== undefined)
      return {
        line: `readonly ${key}: bigint`,
        write: `writer.string(${number}, String(${value}))`,
        read: `${key}: ${read(NUMBERS[form])}`,
      }
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
    if (type === 'int32' || type === 'uint32' || isEnum(type))
      return {
        line: `readonly ${key}: number`,
        write: `writer.uint64(${number}, BigInt(${value}))`,
        read: `${key}: ${read(type === 'uint32' ? 'protoUint32' : 'protoInt32')}`,
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

  // Entries of maps are part of the field.
  const own = Object.entries(messages).filter(([id]) => !id.includes('.'))
  const texts = own.map(([id, text]) => {
    const full = `'${packageName}.${id}'`
    use('../message.js', 'codec')
    use('../message.js', 'type Codec')
    if (text === '') return `export const ${id}: Codec<object> = codec(${full}, (writer) => writer, () => ({}))`
    const fields = entries(text).map((entry) => parts(id, entry))
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
  const lines = [...imports]
    .toSorted(([a], [b]) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || (a < b ? -1 : 1))
    .map(
      ([module, bindings]) =>
        `import { ${[...bindings].toSorted((a, b) => (a < b ? -1 : 1)).join(', ')} } from '${module}'`,
    )
  return `${head}\n${lines.join('\n')}\n\n${texts.join('\n\n')}\n`
}
