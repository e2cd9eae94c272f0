import { NO_BYTES } from '../../base/index.js'
import {
  addressText,
  assertAuthority,
  ErrInvalidRequest,
  message,
  parseAccAddress,
  wrapping,
  type Context,
  type MessageDecoder,
  type Messages,
} from '../../chain/index.js'
import * as tx from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { decodeCoin, equalFold, type Coin, type CoinText } from '../../codec/index.js'
import { accessConfig as access, checkAccessConfig, checkAddresses, checkParams } from './access.js'
import { checkSalt, predictableAddress } from './addresses.js'
import { ErrInvalid } from './errors.js'
import { getParams, setParams } from './keeper.js'
import { AccessType, type Params } from './records.js'
import {
  checkAddress,
  checkCodeId,
  checkCodeIds,
  checkFunds,
  checkLabel,
  checkOptionalAddress,
  checkPayload,
  checkPermission,
  checkVerification,
  checkWasmCode,
} from './validate.js'
import type { WasmKeeper } from './wasm.js'

/** The handling of a message type; `check` is Go's `ValidateBasic`. */
interface Spec<T> {
  readonly codec: { readonly typeUrl: string; decode(value: Uint8Array): T }
  readonly response: { encode(response: never): { finish(): Uint8Array } }
  readonly signer: (msg: NoInfer<T>) => string
  readonly check: (msg: NoInfer<T>, prefix: string) => void
  readonly handle: (ctx: Context, msg: NoInfer<T>) => unknown
}

const entry = <T>({ codec, response, signer, check, handle }: Spec<T>): readonly [string, MessageDecoder] =>
  message<T>({
    typeUrl: codec.typeUrl,
    decode: (value) => withReadableFunds(codec.decode(value)),
    signers: (msg) => [signer(msg)],
    validateBasic: check,
    handle: (ctx, msg) => response.encode((handle(ctx, msg) ?? {}) as never).finish(),
  })

/** Amounts that are not integers are rejected on decoding, as on the chain. */
function withReadableFunds<T>(msg: T): T {
  coins((msg as { readonly funds?: readonly CoinText[] }).funds ?? [])
  return msg
}

const optionalAccess = (config: Parameters<typeof access>[0] | undefined) => config && access(config)

const params = (of: tx.MsgUpdateParams['params']): Params => ({
  codeUploadAccess: access(of.codeUploadAccess),
  instantiateDefaultPermission: of.instantiateDefaultPermission as number as AccessType,
})

const coins = (funds: readonly CoinText[]): readonly Coin[] => funds.map(decodeCoin)

const bySender = (msg: { sender: string }): string => msg.sender
const byAuthority = (msg: { authority: string }): string => msg.authority

interface Execution {
  /** Bech32. */
  readonly sender: string
  /** Bech32. */
  readonly contract: string
  readonly msg: Uint8Array
  readonly funds: readonly CoinText[]
}

function checkExecute({ sender, contract, funds, msg }: Execution, prefix: string): void {
  checkAddress(prefix, 'sender', sender)
  checkAddress(prefix, 'contract', contract)
  checkFunds(coins(funds))
  checkPayload(msg)
}

function execution(keeper: WasmKeeper, ctx: Context, { sender, contract, msg, funds }: Execution) {
  const from = checkAddress(ctx.prefix, 'sender', sender)
  const to = checkAddress(ctx.prefix, 'contract', contract)
  return keeper.contracts.execute(ctx, to, from, msg, coins(funds))
}

/** `MsgExecuteContract` of another module, which calls the handler itself: no router comes between. Source: wasmd x/wasm/keeper/msg_server.go `ExecuteContract`. */
export function executeByModule(keeper: WasmKeeper, ctx: Context, message: Execution): Uint8Array | undefined {
  checkExecute(message, ctx.prefix)
  return execution(keeper, ctx, message)
}

/** The module's messages. Source: wasmd x/wasm/keeper/msg_server.go, x/wasm/types/tx.go. */
export function wasmMessages(keeper: WasmKeeper): Messages {
  const onlyAuthority = (ctx: Context, authority: string) =>
    assertAuthority(ctx, keeper.authority, authority, ErrInvalid)
  return Object.fromEntries([
    entry({
      codec: tx.MsgStoreCode,
      response: tx.MsgStoreCodeResponse,
      signer: bySender,
      check: (msg, prefix) => {
        checkPlainAddress(prefix, msg.sender)
        checkWasmCode(msg.wasmByteCode, keeper.maxWasmSize)
        checkPermission(prefix, optionalAccess(msg.instantiatePermission))
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'sender', msg.sender)
        const permission = optionalAccess(msg.instantiatePermission)
        return keeper.create(ctx, sender, msg.wasmByteCode, permission, keeper.policyFor(ctx, msg.sender))
      },
    }),
    entry({
      codec: tx.MsgInstantiateContract,
      response: tx.MsgInstantiateContractResponse,
      signer: bySender,
      check: checkInstantiate,
      handle: (ctx, msg) => {
        const { address, data = NO_BYTES } = keeper.instantiate(
          ctx,
          instantiation(ctx, msg),
          keeper.policyFor(ctx, msg.sender),
        )
        return { address: addressText(ctx.prefix, address), data }
      },
    }),
    entry({
      codec: tx.MsgInstantiateContract2,
      response: tx.MsgInstantiateContract2Response,
      signer: bySender,
      check: (msg, prefix) => {
        checkInstantiate(msg, prefix)
        wrapping('salt', () => checkSalt(msg.salt))
      },
      handle: (ctx, msg) => {
        const request = instantiation(ctx, msg)
        const fixed = msg.fixMsg ? msg.msg : NO_BYTES
        const { address, data = NO_BYTES } = keeper.contracts.instantiate(
          ctx,
          { ...request, address: (_, checksum) => predictableAddress(checksum, request.creator, msg.salt, fixed) },
          keeper.policyFor(ctx, msg.sender),
        )
        return { address: addressText(ctx.prefix, address), data }
      },
    }),
    entry({
      codec: tx.MsgExecuteContract,
      response: tx.MsgExecuteContractResponse,
      signer: bySender,
      check: checkExecute,
      handle: (ctx, msg) => ({ data: execution(keeper, ctx, msg) ?? NO_BYTES }),
    }),
    entry({
      codec: tx.MsgMigrateContract,
      response: tx.MsgMigrateContractResponse,
      signer: bySender,
      check: (msg, prefix) => {
        checkCodeId(msg.codeId)
        checkAddress(prefix, 'sender', msg.sender)
        checkAddress(prefix, 'contract', msg.contract)
        checkPayload(msg.msg)
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'sender', msg.sender)
        const contract = checkAddress(ctx.prefix, 'contract', msg.contract)
        const policy = keeper.policyFor(ctx, msg.sender)
        return { data: keeper.contracts.migrate(ctx, contract, sender, msg.codeId, msg.msg, policy) ?? NO_BYTES }
      },
    }),
    entry({
      codec: tx.MsgUpdateAdmin,
      response: tx.MsgUpdateAdminResponse,
      signer: bySender,
      check: (msg, prefix) => {
        checkAddress(prefix, 'sender', msg.sender)
        checkAddress(prefix, 'contract', msg.contract)
        checkAddress(prefix, 'new admin', msg.newAdmin)
        if (equalFold(msg.sender, msg.newAdmin)) throw ErrInvalid.error('new admin is the same as the old')
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'sender', msg.sender)
        const contract = checkAddress(ctx.prefix, 'contract', msg.contract)
        const newAdmin = checkAddress(ctx.prefix, 'new admin', msg.newAdmin)
        keeper.setAdmin(ctx, contract, sender, newAdmin, keeper.policyFor(ctx, msg.sender))
      },
    }),
    entry({
      codec: tx.MsgClearAdmin,
      response: tx.MsgClearAdminResponse,
      signer: bySender,
      check: (msg, prefix) => {
        checkAddress(prefix, 'sender', msg.sender)
        checkAddress(prefix, 'contract', msg.contract)
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'sender', msg.sender)
        const contract = checkAddress(ctx.prefix, 'contract', msg.contract)
        keeper.setAdmin(ctx, contract, sender, undefined, keeper.policyFor(ctx, msg.sender))
      },
    }),
    entry({
      codec: tx.MsgUpdateContractLabel,
      response: tx.MsgUpdateContractLabelResponse,
      signer: bySender,
      check: (msg, prefix) => {
        checkAddress(prefix, 'sender', msg.sender)
        wrapping('label', () => checkLabel(msg.newLabel))
        checkAddress(prefix, 'contract', msg.contract)
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'sender', msg.sender)
        const contract = checkAddress(ctx.prefix, 'contract', msg.contract)
        keeper.setLabel(ctx, contract, sender, msg.newLabel, keeper.policyFor(ctx, msg.sender))
      },
    }),
    entry({
      codec: tx.MsgUpdateInstantiateConfig,
      response: tx.MsgUpdateInstantiateConfigResponse,
      signer: bySender,
      check: (msg, prefix) => {
        checkAddress(prefix, 'sender', msg.sender)
        checkCodeId(msg.codeId)
        const permission = optionalAccess(msg.newInstantiatePermission)
        if (permission === undefined) throw ErrInvalidRequest.error('instantiate permission is required')
        wrapping('instantiate permission', () => checkAccessConfig(prefix, permission))
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'sender', msg.sender)
        const permission = access(msg.newInstantiatePermission!)
        keeper.setAccessConfig(ctx, msg.codeId, sender, permission, keeper.policyFor(ctx, msg.sender))
      },
    }),
    entry({
      codec: tx.MsgUpdateParams,
      response: tx.MsgUpdateParamsResponse,
      signer: byAuthority,
      check: (msg, prefix) => {
        checkAddress(prefix, 'authority', msg.authority)
        checkParams(prefix, params(msg.params))
      },
      handle: (ctx, msg) => {
        onlyAuthority(ctx, msg.authority)
        setParams(ctx, params(msg.params))
      },
    }),
    entry({
      codec: tx.MsgPinCodes,
      response: tx.MsgPinCodesResponse,
      signer: byAuthority,
      check: (msg, prefix) => {
        checkAddress(prefix, 'authority', msg.authority)
        checkCodeIds(msg.codeIds)
      },
      handle: (ctx, msg) => {
        onlyAuthority(ctx, msg.authority)
        for (const codeId of msg.codeIds) keeper.pin(ctx, codeId)
      },
    }),
    entry({
      codec: tx.MsgUnpinCodes,
      response: tx.MsgUnpinCodesResponse,
      signer: byAuthority,
      check: (msg, prefix) => {
        checkAddress(prefix, 'authority', msg.authority)
        checkCodeIds(msg.codeIds)
      },
      handle: (ctx, msg) => {
        onlyAuthority(ctx, msg.authority)
        for (const codeId of msg.codeIds) keeper.unpin(ctx, codeId)
      },
    }),
    entry({
      codec: tx.MsgSudoContract,
      response: tx.MsgSudoContractResponse,
      signer: byAuthority,
      check: (msg, prefix) => {
        checkAddress(prefix, 'authority', msg.authority)
        checkAddress(prefix, 'contract', msg.contract)
        checkPayload(msg.msg)
      },
      handle: (ctx, msg) => {
        onlyAuthority(ctx, msg.authority)
        const contract = checkAddress(ctx.prefix, 'contract', msg.contract)
        return { data: keeper.contracts.sudo(ctx, contract, msg.msg) ?? NO_BYTES }
      },
    }),
    entry({
      codec: tx.MsgStoreAndInstantiateContract,
      response: tx.MsgStoreAndInstantiateContractResponse,
      signer: byAuthority,
      check: (msg, prefix) => {
        checkAddress(prefix, 'authority', msg.authority)
        wrapping('label', () => checkLabel(msg.label))
        checkFunds(coins(msg.funds))
        checkOptionalAddress(prefix, 'admin', msg.admin)
        wrapping('code verification info', () => checkVerification(msg.source, msg.builder, msg.codeHash))
        checkPayload(msg.msg)
        checkWasmCode(msg.wasmByteCode, keeper.maxWasmSize)
        checkPermission(prefix, optionalAccess(msg.instantiatePermission))
      },
      handle: (ctx, msg) => {
        const creator = checkAddress(ctx.prefix, 'authority', msg.authority)
        const policy = keeper.policyFor(ctx, msg.authority)
        const permission = optionalAccess(msg.instantiatePermission)
        const { codeId } = keeper.create(ctx, creator, msg.wasmByteCode, permission, policy)
        const request = instantiation(ctx, { ...msg, sender: msg.authority, codeId })
        const { address, data = NO_BYTES } = keeper.instantiate(ctx, request, policy)
        return { address: addressText(ctx.prefix, address), data }
      },
    }),
    entry({
      codec: tx.MsgStoreAndMigrateContract,
      response: tx.MsgStoreAndMigrateContractResponse,
      signer: byAuthority,
      check: (msg, prefix) => {
        checkAddress(prefix, 'authority', msg.authority)
        checkAddress(prefix, 'contract', msg.contract)
        checkPayload(msg.msg)
        checkWasmCode(msg.wasmByteCode, keeper.maxWasmSize)
        checkPermission(prefix, optionalAccess(msg.instantiatePermission))
      },
      handle: (ctx, msg) => {
        const sender = checkAddress(ctx.prefix, 'authority', msg.authority)
        const policy = keeper.policyFor(ctx, msg.authority)
        const permission = optionalAccess(msg.instantiatePermission)
        const { codeId, checksum } = keeper.create(ctx, sender, msg.wasmByteCode, permission, policy)
        const contract = checkAddress(ctx.prefix, 'contract', msg.contract)
        const data = keeper.contracts.migrate(ctx, contract, sender, codeId, msg.msg, policy) ?? NO_BYTES
        return { codeId, checksum, data }
      },
    }),
    ...[
      { codec: tx.MsgAddCodeUploadParamsAddresses, response: tx.MsgAddCodeUploadParamsAddressesResponse, add: true },
      {
        codec: tx.MsgRemoveCodeUploadParamsAddresses,
        response: tx.MsgRemoveCodeUploadParamsAddressesResponse,
        add: false,
      },
    ].map(({ codec, response, add }) =>
      entry<tx.MsgAddCodeUploadParamsAddresses>({
        codec,
        response,
        signer: byAuthority,
        check: (msg, prefix) => {
          checkAddress(prefix, 'authority', msg.authority)
          checkAddresses(prefix, msg.addresses)
        },
        handle: (ctx, msg) => {
          onlyAuthority(ctx, msg.authority)
          changeUploaders(ctx, msg.addresses, add)
        },
      }),
    ),
  ])
}

/** For stored code, the error about the sender is not wrapped with the field's name. */
const checkPlainAddress = (prefix: string, sender: string): void => {
  parseAccAddress(prefix, sender)
}

function checkInstantiate(msg: tx.MsgInstantiateContract | tx.MsgInstantiateContract2, prefix: string): void {
  checkAddress(prefix, 'sender', msg.sender)
  checkCodeId(msg.codeId)
  wrapping('label', () => checkLabel(msg.label))
  checkFunds(coins(msg.funds))
  checkOptionalAddress(prefix, 'admin', msg.admin)
  checkPayload(msg.msg)
}

const instantiation = (ctx: Context, msg: tx.MsgInstantiateContract) => ({
  codeId: msg.codeId,
  creator: checkAddress(ctx.prefix, 'sender', msg.sender),
  admin: checkOptionalAddress(ctx.prefix, 'admin', msg.admin),
  msg: msg.msg,
  label: msg.label,
  funds: coins(msg.funds),
})

/** @throws ChainError wasm/14 when uploading is not limited to addresses */
function changeUploaders(ctx: Context, addresses: readonly string[], add: boolean): void {
  const current = getParams(ctx)
  if (current.codeUploadAccess.permission !== AccessType.AnyOfAddresses) throw ErrInvalid.error('permission')
  const known = current.codeUploadAccess.addresses
  setParams(ctx, {
    ...current,
    codeUploadAccess: {
      permission: AccessType.AnyOfAddresses,
      addresses: add ? [...new Set([...known, ...addresses])] : known.filter((address) => !addresses.includes(address)),
    },
  })
}
