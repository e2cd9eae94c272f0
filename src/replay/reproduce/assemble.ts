import { KINDS } from '../../app/index.js'
import { FixtureError, fromHex, own, toBase64, toHex } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { LAST_CODE_ID_KEY, LAST_CONTRACT_ID_KEY } from '../../modules/wasm/index.js'
import type { Json, SandboxOptions } from '../../sandbox/internal.js'
import { keyBytes } from '../../store/index.js'
import {
  EvidenceError,
  type Evidence,
  type Missing,
  type RestCodeInfo,
  type RestContractInfo,
  type StatePage,
  type WasmCode,
} from './evidence.js'

/** A chain rebuilt from downloaded documents. */
export interface Assembled {
  /** For `createSandbox`; contracts by absolute path. */
  readonly options: SandboxOptions
  /** Assumptions about what was not downloaded. */
  readonly assumptions: readonly string[]
  /** Labels of the contracts of a code, by its SHA-256. */
  readonly users: ReadonlyMap<string, string>
}

/** The release that the live chain runs. */
const LIVE_VM = KINDS.neutron.defaults.vm
const LIVE_CHAIN = 'neutron-1'
const SECOND = 1_000_000_000n
/** There is one block between the genesis and the block of the call: one second plus the block time. */
const TIME_BEFORE = 6n * SECOND
/** Above all ids of a chain. */
const NEXT_CONTRACT_ID = 1n << 40n

interface Rebuilt {
  readonly address: string
  readonly info: RestContractInfo
  readonly pages: readonly StatePage[]
  readonly code: WasmCode
  readonly codeInfo: RestCodeInfo
}

/**
 * Rebuilds the chain, with each contract at its own address.
 * @throws EvidenceError that lists everything missing, FixtureError for pages that contradict each other
 */
export function assemble(evidence: Evidence, vm: string = LIVE_VM): Assembled {
  const missing: Missing[] = []
  const assumptions: string[] = []
  const addresses = new Set([evidence.failure.address, ...evidence.states.keys(), ...evidence.contracts.keys()])
  const contracts = [...addresses].flatMap((address) => rebuilt(evidence, address, missing, assumptions))
  missing.push(...evidence.missingBalances)
  if (missing.length > 0) throw new EvidenceError('the downloaded files are not enough', missing)
  const { block, sudoCallGasLimit, tx, pinned, failure } = evidence
  if (sudoCallGasLimit === undefined)
    assumptions.push('the sudo limit is 1,000,000 gas: $REST/neutron/contractmanager/params has the real one')
  if (block === undefined)
    assumptions.push(
      'height, time and chain id are made up: $REST/cosmos/base/tendermint/v1beta1/blocks/<height> has the real ones',
    )
  if (tx === undefined)
    assumptions.push('it was the first transaction of its block: $RPC/tx?hash=0x<hash> has its index and bytes')
  if (pinned === undefined)
    assumptions.push(
      'no code is pinned, so each call pays 60,000 gas for loading: $REST/cosmwasm/wasm/v1/codes/pinned has the pinned ones',
    )
  const codes = new Map(contracts.map((one) => [one.info.code_id, one]))
  const fileCodes = [...codes].filter(([, { code }]) => !code.file.endsWith('.json'))
  const options: SandboxOptions = {
    chains: {
      neutron: {
        chainId: block?.chainId ?? LIVE_CHAIN,
        prefix: failure.address.slice(0, failure.address.lastIndexOf('1')),
        wasmd: 'neutron',
        icq: { callbacks: 'direct' },
        vm,
        ...(block !== undefined && { time: block.time - TIME_BEFORE }),
        codes: Object.fromEntries(
          fileCodes.map(([id, { code }]) => [id, { path: code.file, sha256: toHex(sha256(code.bytes)) }]),
        ),
        genesis: {
          ...(block !== undefined && { initial_height: block.height - 1n }),
          app_state: {
            wasm: wasmState(contracts, codes, pinned ?? []),
            bank: {
              balances: [...evidence.balances].map(([address, coins]) => ({
                address,
                coins: coins.map(({ denom, amount }) => ({ denom, amount })),
              })),
            },
            ...(sudoCallGasLimit !== undefined && {
              contractmanager: { params: { sudo_call_gas_limit: sudoCallGasLimit }, failures_list: [] },
            }),
          },
        },
      },
    },
  }
  const users = new Map<string, string>()
  for (const { code, info } of contracts)
    users.set(code.checksum, [users.get(code.checksum) ?? [], info.label].flat().join(', '))
  return { options, assumptions, users }
}

function rebuilt(evidence: Evidence, address: string, missing: Missing[], assumptions: string[]): Rebuilt[] {
  const need = (what: string, why: string, path: string): void => void missing.push({ what, why, path })
  const contract = `/cosmwasm/wasm/v1/contract/${address}`
  const info = evidence.contracts.get(address)
  const pages = evidence.states.get(address)
  if (info === undefined) need(`the contract info of ${address}`, 'it names the code', contract)
  if (pages === undefined) need(`the state of ${address}`, 'the call reads it', `${contract}/state`)
  else missing.push(...missingPages(address, pages))
  if (info === undefined) return []
  const found = codeOf(evidence, address, info, missing)
  if (found === undefined || pages === undefined) return []
  if (found.assumed)
    assumptions.push(
      `${found.code.file} is code ${info.code_id}, and anyone may instantiate it: $REST/cosmwasm/wasm/v1/code-info/${info.code_id} has the real permission`,
    )
  return [{ address, info, pages, ...found }]
}

/** Each page but the last names the first key of the next one. @throws FixtureError for pages of different heights */
function missingPages(address: string, pages: readonly StatePage[]): readonly Missing[] {
  const firsts = new Set(pages.map(({ models }) => models[0]?.key.toLowerCase()))
  const values = new Map<string, string>()
  for (const { file, models } of pages)
    for (const { key, value } of models) {
      const name = key.toLowerCase()
      if ((values.get(name) ?? value) !== value)
        throw new FixtureError({
          file,
          pointer: '',
          message: `the key ${key} has different values in two pages: the pages are from different heights`,
          details: ['right: download all pages with the header "x-cosmos-block-height: <height>"'],
        })
      values.set(name, value)
    }
  return pages.flatMap(({ file, nextKey }) =>
    nextKey === null || firsts.has(Buffer.from(nextKey, 'base64').toString('hex'))
      ? []
      : [
          {
            what: `a page of the state of ${address}`,
            why: `${file} says that another page follows, next_key ${nextKey}`,
            path: `/cosmwasm/wasm/v1/contract/${address}/state?pagination.key=${encodeURIComponent(nextKey)}`,
          },
        ],
  )
}

/** The code of a contract; without a code info, the only code if no other contract claims it. */
function codeOf(
  { codeInfos, codes }: Evidence,
  address: string,
  { code_id: id }: RestContractInfo,
  missing: Missing[],
) {
  const codeInfo = codeInfos.get(id)
  const claimed = new Set([...codeInfos.values()].map(({ checksum }) => checksum))
  const free = [...codes.values()].filter(({ checksum }) => !claimed.has(checksum))
  if (codeInfo === undefined) {
    const [code, ...others] = free
    if (code !== undefined && others.length === 0)
      return { code, codeInfo: { creator: address, checksum: code.checksum, permission: ANYBODY }, assumed: true }
    const what = code === undefined ? `the code ${id}` : `the code info ${id}`
    const why = code === undefined ? `${address} runs it` : 'it says which of the .wasm files this is'
    missing.push({ what, why, path: `/cosmwasm/wasm/v1/code${code === undefined ? '' : '-info'}/${id}` })
    return undefined
  }
  const code = codes.get(codeInfo.checksum)
  if (code !== undefined) return { code, codeInfo, assumed: false }
  const given = free.map(({ file, checksum }) => `${file} has ${checksum}`).join(', ')
  missing.push({
    what: `the code ${id} with SHA-256 ${codeInfo.checksum}`,
    why: `${address} runs it${given === '' ? '' : `, and ${given}`}`,
    path: `/cosmwasm/wasm/v1/code/${id}`,
  })
  return undefined
}

const ANYBODY = { permission: 'Everybody', addresses: [] } as const

/** Names of permissions in the genesis, by those in answers: wasmd's, and those of its protobuf file. Source: wasmd x/wasm/types/params.go. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  Nobody: 'Nobody',
  Everybody: 'Everybody',
  AnyOfAddresses: 'AnyOfAddresses',
  ACCESS_TYPE_NOBODY: 'Nobody',
  ACCESS_TYPE_EVERYBODY: 'Everybody',
  ACCESS_TYPE_ANY_OF_ADDRESSES: 'AnyOfAddresses',
}

function wasmState(contracts: readonly Rebuilt[], codes: ReadonlyMap<string, Rebuilt>, pinned: readonly string[]) {
  const nextCode = [...codes.keys()].reduce((most, id) => (BigInt(id) > most ? BigInt(id) : most), 0n) + 1n
  const sequence = (key: typeof LAST_CODE_ID_KEY, value: bigint) => ({
    id_key: toBase64(keyBytes(key)),
    value: String(value),
  })
  return {
    codes: [...codes].map(([id, { code, codeInfo }]): Json => ({
      code_id: id,
      code_info: {
        code_hash: toBase64(fromHex(code.checksum)),
        creator: codeInfo.creator,
        instantiate_config: {
          permission: own(PERMISSIONS, codeInfo.permission.permission) ?? 'Unspecified',
          addresses: [...codeInfo.permission.addresses],
        },
      },
      pinned: pinned.includes(id),
      ...(code.file.endsWith('.json') && { code_bytes: toBase64(code.bytes) }),
    })),
    contracts: contracts.map(({ address, info, pages }): Json => ({
      contract_address: address,
      contract_info: { ...info, created: { ...info.created }, extension: null },
      contract_state: [
        ...new Map(pages.flatMap(({ models }) => models.map(({ key, value }) => [key, { key, value }]))).values(),
      ],
      contract_code_history: [
        {
          operation: 'CONTRACT_CODE_HISTORY_OPERATION_TYPE_GENESIS',
          code_id: info.code_id,
          updated: { ...info.created },
          msg: null,
        },
      ],
    })),
    sequences: [sequence(LAST_CODE_ID_KEY, nextCode), sequence(LAST_CONTRACT_ID_KEY, NEXT_CONTRACT_ID)],
  }
}
