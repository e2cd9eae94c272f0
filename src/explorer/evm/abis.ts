import { createContract, decodeError, Decoder, ERC1155, ERC20, ERC721, events } from 'micro-eth-signer/abi.js'
import { jsonOf, own, UsageError } from '../../base/index.js'
import { argumentList, unhex, type AbiItem, type AbiParameter, type Hex } from '../../evm/internal.js'
import type { Json } from '../model.js'

/** An ABI that a user gave, such as the file that a compiler writes. */
export interface GivenAbi {
  readonly name: string
  readonly items: readonly AbiItem[]
  /** The code of a contract, with zeros where its constructor writes immutables. */
  readonly code: string | undefined
}

interface KnownFunction {
  readonly name: string
  readonly args: (data: string) => Json
  readonly answer: (data: string) => Json | undefined
}

interface KnownEvent {
  readonly name: string
  readonly inputs: readonly AbiParameter[]
  readonly decode: (topics: string[], data: string) => unknown
}

/** A log, decoded as its event. */
export interface DecodedLog {
  readonly name: string
  readonly args: readonly (readonly [name: string, value: string])[]
}

/** The address under which a decoder keeps the functions of one contract; any will do. */
const ANYWHERE = `0x${'00'.repeat(20)}`

/** Calls, logs and errors by their names and arguments: those of token standards, and of ABIs that a user gave. */
export class Abis {
  /** The newest first. */
  #given: readonly GivenAbi[] = []
  #functions = new Map<string, KnownFunction>()
  #events: readonly KnownEvent[] = []
  #errors: readonly AbiItem[] = []

  constructor() {
    this.#learn()
  }

  get given(): readonly GivenAbi[] {
    return this.#given
  }

  /** Takes the ABI of a contract, in place of one that has its name. @throws UsageError if it is invalid */
  give(name: string, value: Json): void {
    const abi = givenAbi(name, value)
    const before = this.#given
    this.#given = [abi, ...before.filter((one) => one.name !== abi.name)]
    try {
      this.#learn()
    } catch (cause) {
      this.#given = before
      this.#learn()
      throw new UsageError(`the ABI of ${abi.name} has an unknown type`, { cause })
    }
  }

  /** The contract that has this code. */
  nameOf(code: string): string | undefined {
    return this.#given.find((abi) => abi.code !== undefined && isCodeOf(code, abi.code))?.name
  }

  /** The name of a function. @param selector the first four bytes of a call */
  functionOf(selector: string): string | undefined {
    return this.#functions.get(selector)?.name
  }

  /** A call as a message of CosmWasm is written, `{ "name": { … } }`; undefined for an unknown function. */
  call(input: string): Json | undefined {
    const known = this.#functions.get(input.slice(0, 10))
    if (known === undefined) return undefined
    try {
      return { [known.name]: known.args(input) }
    } catch {
      // Another function with the same selector, or too few bytes.
      return undefined
    }
  }

  /** What a call returned. @param input what was called */
  answer(input: string, output: string): Json | undefined {
    try {
      return this.#functions.get(input.slice(0, 10))?.answer(output)
    } catch {
      return undefined
    }
  }

  log(topics: readonly string[], data: string): DecodedLog | undefined {
    for (const { name, inputs, decode } of this.#events) {
      // Standards share events, and differ in what is indexed.
      if (inputs.filter(({ indexed }) => indexed).length !== topics.length - 1) continue
      try {
        const values = argumentList(decode([...topics], data), inputs, true)
        return { name, args: values.map((value, i) => [nameAt(inputs, i), textOf(value)]) }
      } catch {
        // Another event.
      }
    }
    return undefined
  }

  /** An error of an ABI with its arguments. */
  revert(data: string): string | undefined {
    for (const item of this.#errors)
      try {
        const found = decodeError(data, [item])
        if (found === undefined || found.name !== item.name) continue
        const values = argumentList(found.args, item.inputs ?? [])
        return `${found.name}(${values.map((value, i) => `${nameAt(item.inputs!, i)}: ${textOf(value)}`).join(', ')})`
      } catch {
        // Another error.
      }
    return undefined
  }

  #learn(): void {
    const all = [...this.#given.flatMap(({ items }) => items), ...STANDARDS]
    this.#functions = new Map(all.toReversed().flatMap(knownFunction))
    this.#events = all.flatMap(knownEvent)
    this.#errors = all.filter(({ type }) => type === 'error')
  }
}

/** Functions and events of tokens, as far as ERC-20, ERC-721 and ERC-1155 have them. */
const STANDARDS: readonly AbiItem[] = [ERC20, ERC721, ERC1155].flatMap((abi) => [...(abi as readonly AbiItem[])])

function knownFunction({ type, name = '', inputs = [], outputs = [] }: AbiItem): [string, KnownFunction][] {
  if (type !== 'function') return []
  const item = { type, name, inputs, outputs }
  const decoder = new Decoder()
  decoder.add(ANYWHERE, [item])
  const [selector] = Object.keys(decoder.sighashes)
  const { decodeOutput } = createContract([item] as never)[name] as { decodeOutput: (data: Uint8Array) => unknown }
  const args = (data: string): Json => {
    const decoded = decoder.decode(ANYWHERE, unhex(data as Hex)) as { readonly value: unknown }
    return namedArguments(argumentList(decoded.value, inputs), inputs)
  }
  const answer = (data: string): Json | undefined => {
    if (outputs.length === 0) return undefined
    const values = argumentList(decodeOutput(unhex(data as Hex)), outputs)
    return outputs.length === 1 ? jsonOf(values[0]) : namedArguments(values, outputs)
  }
  return [[`0x${selector}`, { name, args, answer }]]
}

function knownEvent({ type, name = '', inputs = [] }: AbiItem): KnownEvent[] {
  if (type !== 'event') return []
  const found = events([{ type, name, inputs }] as never) as Record<string, Pick<KnownEvent, 'decode'>>
  // An anonymous one is left out.
  const known = own(found, name)
  return known === undefined ? [] : [{ name, inputs, decode: known.decode }]
}

const nameAt = (inputs: readonly AbiParameter[], index: number): string => inputs[index]?.name || String(index)

const namedArguments = (values: readonly unknown[], inputs: readonly AbiParameter[]): Json =>
  Object.fromEntries(values.map((value, i) => [nameAt(inputs, i), jsonOf(value)]))

/** Whole numbers as texts, however small: a page must not round them. */
function textOf(value: unknown): string {
  const json = jsonOf(value)
  return typeof json === 'string' ? json : JSON.stringify(json)
}

type Members = { readonly [member: string]: Json }
const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads what Hardhat, Foundry and solc write, or a list of items. @throws UsageError for anything else */
function givenAbi(name: string, value: Json): GivenAbi {
  const members = isMembers(value) ? value : {}
  const items = Array.isArray(value) ? (value as readonly Json[]) : members['abi']
  if (!Array.isArray(items) || items.length === 0 || !items.every(isItem))
    throw new UsageError('this is not the ABI of a contract', {
      details: ['expected: the JSON file that solc, Hardhat or Foundry writes, or the list "abi" in it'],
    })
  const own = members['contractName']
  const compiled = isMembers(members['evm']) ? members['evm']['deployedBytecode'] : members['deployedBytecode']
  const code = isMembers(compiled) ? compiled['object'] : compiled
  return {
    name: typeof own === 'string' && own !== '' ? own : name,
    items,
    code:
      typeof code === 'string' && /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(code)
        ? code.replace(/^0x/, '').toLowerCase()
        : undefined,
  }
}

const isItem = (item: Json): boolean =>
  isMembers(item) && typeof item['type'] === 'string' && ['string', 'undefined'].includes(typeof item['name'])

/** Whether a code is a compiled one, whose immutables are zeros. */
function isCodeOf(code: string, compiled: string): boolean {
  const given = code.replace(/^0x/, '').toLowerCase()
  if (given.length !== compiled.length) return false
  for (let i = 0; i < given.length; i++) if (compiled[i] !== '0' && compiled[i] !== given[i]) return false
  return true
}
