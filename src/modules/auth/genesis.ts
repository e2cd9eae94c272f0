import type { Json } from '../../base/json-value.js'
import { GenesisReader, parseAccAddress, type Context, type ReleaseTexts } from '../../chain/index.js'
import type { AuthParams } from '../../chain/ante/index.js'
import { decodeAny, encodeAny, type Any } from '../../codec/index.js'
import { parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import { BASE_ACCOUNT, INTERCHAIN_ACCOUNT, MODULE_ACCOUNT, type Account } from './account.js'
import type { AccountKeeper } from './keeper.js'
import { vestingKind, vestingTypeUrl } from './vesting/encoding.js'
import { readVesting, vestingJson } from './vesting/genesis.js'
import { DEFAULT_AUTH_PARAMS, validateAuthParams } from './params.js'

/** Source: cosmos-sdk x/auth/types `Params` in protobuf JSON. */
export const paramsJson = (params: AuthParams): Json => ({
  max_memo_characters: String(params.maxMemoCharacters),
  tx_sig_limit: String(params.txSigLimit),
  tx_size_cost_per_byte: String(params.txSizeCostPerByte),
  sig_verify_cost_ed25519: String(params.sigVerifyCostEd25519),
  sig_verify_cost_secp256k1: String(params.sigVerifyCostSecp256k1),
})

export const defaultAuthGenesis = (): Json => ({ params: paramsJson(DEFAULT_AUTH_PARAMS), accounts: [] })

/** Source: x/auth/keeper/genesis.go. @throws UsageError that names the place */
export function initAuthGenesis(keeper: AccountKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'auth')
  keeper.setParams(ctx, readParams(genesis.at('params'), ctx.release.texts))
  const accounts = withOwnNumbers(
    genesis
      .at('accounts')
      .list()
      .map((account) => readAccount(keeper.prefix, account)),
  )
  const last = accounts.at(-1)?.accountNumber
  if (last !== undefined && ctx.release.accountNumbers === 'counted') keeper.setNextNumber(ctx, last + 1n)
  for (const account of accounts) keeper.set(ctx, account)
  keeper.moduleAccount(ctx, 'fee_collector')
}

const byNumber = (a: Account, b: Account) =>
  a.accountNumber < b.accountNumber ? -1 : a.accountNumber > b.accountNumber ? 1 : 0

/** Gives accounts whose number is already taken the lowest free number; sorted by number. Source: x/auth/types `SanitizeGenesisAccounts`. */
function withOwnNumbers(accounts: readonly Account[]): readonly Account[] {
  const taken = new Set(accounts.map(({ accountNumber }) => accountNumber))
  const seen = new Set<bigint>()
  const [first, repeated] = [[] as Account[], [] as Account[]]
  for (const account of accounts) {
    ;(seen.has(account.accountNumber) ? repeated : first).push(account)
    seen.add(account.accountNumber)
  }
  let free = 0n
  const renumbered = repeated.sort(byNumber).map((account) => {
    while (taken.has(free)) free++
    taken.add(free)
    return { ...account, accountNumber: free }
  })
  return [...first, ...renumbered].sort(byNumber)
}

/** Source: x/auth/keeper/genesis.go `ExportGenesis`. */
export const exportAuthGenesis = (keeper: AccountKeeper, ctx: Context): Json => ({
  params: paramsJson(keeper.params(ctx)),
  accounts: [...keeper.all(ctx)].map((account) => accountJson(keeper, account)),
})

export function readParams(json: GenesisReader, texts: ReleaseTexts): AuthParams {
  if (json.isAbsent) return DEFAULT_AUTH_PARAMS
  const params = {
    maxMemoCharacters: json.at('max_memo_characters').integer(),
    txSigLimit: json.at('tx_sig_limit').integer(),
    txSizeCostPerByte: json.at('tx_size_cost_per_byte').integer(),
    sigVerifyCostEd25519: json.at('sig_verify_cost_ed25519').integer(),
    sigVerifyCostSecp256k1: json.at('sig_verify_cost_secp256k1').integer(),
  }
  try {
    validateAuthParams(params, texts)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
  return params
}

function readAccount(prefix: string, json: GenesisReader): Account {
  const type = json.at('@type').string()
  if (type === BASE_ACCOUNT) return readBase(prefix, json)
  if (type === INTERCHAIN_ACCOUNT)
    return { ...readBase(prefix, json.at('base_account')), owner: json.at('account_owner').string() }
  const kind = vestingKind(type)
  if (kind !== undefined) {
    const inner = kind === 'base' ? json : json.at('base_vesting_account')
    return { ...readBase(prefix, inner.at('base_account')), vesting: readVesting(kind, json, inner) }
  }
  if (type !== MODULE_ACCOUNT) throw json.error(`accounts of type ${JSON.stringify(type)} are not supported`)
  const permissions = json.at('permissions').list()
  return {
    ...readBase(prefix, json.at('base_account')),
    module: { name: json.at('name').string(), permissions: permissions.map((permission) => permission.string()) },
  }
}

function readBase(prefix: string, json: GenesisReader): Account {
  const key = json.at('pub_key')
  return {
    address: placed(json.at('address'), (text) => parseAccAddress(prefix, text)),
    publicKey: key.isAbsent ? undefined : readKey(key),
    accountNumber: readCount(json.at('account_number')),
    sequence: readCount(json.at('sequence')),
  }
}

/** The largest leaves room for one more. */
function readCount(json: GenesisReader): bigint {
  const count = json.integer()
  if (count < 0n || count >= MAX_UINT64)
    throw json.error(`expected a number from 0 to ${MAX_UINT64 - 1n}, got ${count}`)
  return count
}
const MAX_UINT64 = (1n << 64n) - 1n

/** @throws UsageError that names the place */
function placed<T>(json: GenesisReader, read: (text: string) => T): T {
  const text = json.string()
  try {
    return read(text)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}

/** A public key of any type, with its `@type`. */
const keyJson = (key: Any): Json => JSON.parse(protoJson(ANY, encodeAny(key))) as Json

function readKey(json: GenesisReader): Any {
  json.at('@type').string()
  try {
    return decodeAny(parseProtoJson(ANY, JSON.stringify(json.raw)))
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}

const ANY = 'google.protobuf.Any'

function accountJson(keeper: AccountKeeper, account: Account): Json {
  const base = {
    address: keeper.text(account.address),
    pub_key: account.publicKey === undefined ? null : keyJson(account.publicKey),
    account_number: String(account.accountNumber),
    sequence: String(account.sequence),
  }
  if (account.owner !== undefined)
    return { '@type': INTERCHAIN_ACCOUNT, base_account: base, account_owner: account.owner }
  if (account.vesting !== undefined)
    return { '@type': vestingTypeUrl(account.vesting), ...vestingJson(base, account.vesting) }
  if (account.module === undefined) return { '@type': BASE_ACCOUNT, ...base }
  const { name, permissions } = account.module
  return { '@type': MODULE_ACCOUNT, base_account: base, name, permissions }
}
