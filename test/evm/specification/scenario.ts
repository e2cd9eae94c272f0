import { RLP } from '@ethereumjs/rlp'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
// The main entries of this package and of the server would be in each heap snapshot that a test takes.
import { fromHex, getAddress, getContractAddress, keccak256, toHex } from 'viem/utils'
import { encodeBech32 } from '../../../src/codec/index.js'
import { DEVELOPMENT_MNEMONIC, createEvmNode, type EvmNode, type Profile } from '../../../src/evm/index.js'
import { serveJsonRpc } from '../../../src/server/json-rpc-http.js'
import type { Json } from './match.js'
import type { Transport } from './table.js'

const CHAIN_ID = 7777
const [alice, bob] = [0, 1].map((addressIndex) => mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex }))
const CAROL = '0x00000000000000000000000000000000000ca401'
/** Writes 42 to slot 0 and emits a log; what it leaves gives back slot 0. */
const INIT = '0x602a5f5560075f5261beef60205fa1675f545f5260205ff35f5260086018f3'
const RUNTIME = '0x5f545f5260205ff3'
const GWEI = 10n ** 9n

/** Structured data with a signature that follows from it. */
const TYPED = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  primaryType: 'Person',
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
  },
  message: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
} as const

export const NAMESPACES = [
  'eth',
  'net',
  'web3',
  'personal',
  'txpool',
  'debug',
  'miner',
  // They are asked for as well, so that it is their rows that are missing where they are.
  'admin',
  'trace',
  'clique',
  'les',
  'engine',
  'db',
  'shh',
]

export interface Scenario {
  readonly node: EvmNode
  readonly directory: string
  readonly names: ReadonlyMap<string, Json>
}

/** Names that are others over each transport. */
export const namesOf = (transport: Transport): ReadonlyMap<string, Json> => NAMES[transport]

function namesWith(transport: Transport, key: Hex): ReadonlyMap<string, Json> {
  return new Map([
    ['transport', transport],
    ['freshKey', key.slice(2)],
    ['freshAddress', privateKeyToAccount(key).address.toLowerCase()],
  ])
}
const NAMES: Readonly<Record<Transport, ReadonlyMap<string, Json>>> = {
  http: namesWith('http', `0x${'1'.repeat(64)}`),
  ws: namesWith('ws', `0x${'2'.repeat(64)}`),
}

/** A block with another state root, so that it fits nowhere. */
function spoilt(block: Hex): { rlp: Hex; hash: Hex } {
  const [header, ...body] = RLP.decode(fromHex(block, 'bytes')) as [Uint8Array[], ...Uint8Array[]]
  header[3] = new Uint8Array(32).fill(0xbd)
  return { rlp: toHex(RLP.encode([header, ...body])), hash: keccak256(RLP.encode(header)) }
}

/** The base fee after a block, as EIP-1559 says: in units, or in fractions of them where the profile keeps these. */
function nextBaseFee(baseFee: bigint, gasUsed: bigint, gasLimit: bigint): bigint {
  const target = gasLimit / 2n
  const delta = (baseFee * (gasUsed > target ? gasUsed - target : target - gasUsed)) / target / 8n
  return gasUsed > target ? baseFee + (delta > 0n ? delta : 1n) : baseFee - delta
}

/**
 * A chain of four blocks: a contract is made, a coin is sent, nothing, the contract is called; one transaction waits for a
 * block, and one for those before it. Names are what follows from the signed transactions alone, and hashes of blocks.
 */
export async function scenario(profile: Profile): Promise<Scenario> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sudobox-coverage-')))
  const options = { chainId: BigInt(CHAIN_ID), accounts: { count: 2 }, mining: 'manual' } as const
  const node = createEvmNode({
    ...options,
    profile,
    dataDir: directory,
    serve: serveJsonRpc,
    ...(profile === 'functional' ? {} : { namespaces: NAMESPACES }),
  })
  // The same chain once more, for the bytes of blocks that not every profile gives.
  const twin = createEvmNode(options)
  const names = new Map<string, Json>()
  const raw = async (name: string, nonce: number, more: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint }) => {
    const fees = { maxFeePerGas: 10n * GWEI, maxPriorityFeePerGas: GWEI }
    const text = await alice!.signTransaction({ chainId: CHAIN_ID, nonce, gas: 21_000n, ...fees, ...more })
    names.set(`raw${name}`, text)
    names.set(`tx${name}`, keccak256(text))
    return text
  }
  const token = getContractAddress({ from: alice!.address, nonce: 0n }).toLowerCase() as Hex
  const sent = [
    [await raw('Deploy', 0, { data: INIT, gas: 200_000n })],
    [await raw('Pay', 1, { to: CAROL, value: 10n ** 18n })],
    [],
    [await raw('Call', 2, { to: token, gas: 50_000n })],
  ]
  await raw('Next', 3, { to: CAROL, value: 5n })
  await raw('Far', 9, { to: CAROL, value: 6n })
  await raw('Fresh', 4, { to: CAROL, value: 7n })
  for (const block of sent) {
    for (const one of [node, twin]) {
      for (const text of block) await one.request({ method: 'eth_sendRawTransaction', params: [text] })
      await one.mine()
    }
  }
  for (const name of ['rawNext', 'rawFar'])
    await node.request({ method: 'eth_sendRawTransaction', params: [names.get(name)] })
  const rlpOf = async (number: Hex): Promise<Hex> =>
    (await twin.request({ method: 'debug_getRawBlock', params: [number] })) as Hex
  const bad = spoilt(await rlpOf('0x2'))
  const unit = profile === 'cosmos-evm' ? 10n ** 18n : 1n
  let baseFee = GWEI * unit
  const used = [0n, undefined, 21_000n, 0n, undefined]
  for (let number = 1; number <= 4; number++) {
    const block = (await node.request({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })) as {
      hash: Hex
      stateRoot: Hex
      gasUsed: Hex
    }
    baseFee = nextBaseFee(baseFee, used[number - 1] ?? BigInt(names.get(`gas${number - 1}`) as Hex), 30_000_000n)
    names.set(`hash${number}`, block.hash)
    names.set(`root${number}`, block.stateRoot)
    names.set(`gas${number}`, block.gasUsed)
    names.set(`fee${number}`, toHex(baseFee / unit))
  }
  const next = nextBaseFee(baseFee, BigInt(names.get('gas4') as Hex), 30_000_000n) / unit
  const tip = baseFee / unit / 8n
  for (const [name, value] of Object.entries({
    profile,
    alice: alice!.address.toLowerCase(),
    Alice: alice!.address,
    bob: bob!.address.toLowerCase(),
    carol: CAROL,
    Carol: getAddress(CAROL),
    token,
    Token: getAddress(token),
    runtime: RUNTIME,
    init: INIT,
    chainId: toHex(CHAIN_ID),
    fee5: toHex(next),
    price: toHex(next + GWEI),
    tip: toHex(tip),
    nodePrice: toHex(baseFee / unit + tip),
    carolInBech32: encodeBech32('cosmos', fromHex(CAROL, 'bytes')),
    zero: toHex(0, { size: 32 }),
    word42: toHex(42, { size: 32 }),
    nobody: toHex(0xdead, { size: 32 }),
    directory,
    rlp4: await rlpOf('0x4'),
    badRlp: bad.rlp,
    badHash: bad.hash,
    signatureOfHello: await alice!.signMessage({ message: 'hello' }),
    plainSignatureOfHello: await alice!.sign({ hash: keccak256(toHex('hello')) }),
    typedSignature: await alice!.signTypedData(TYPED),
  }))
    names.set(name, value)
  return { node, directory, names }
}
