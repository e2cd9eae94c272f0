import {
  ContractExecutionAuthorization,
  ContractMigrationAuthorization,
  type ContractGrant,
} from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { MsgExecuteContract, MsgMigrateContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { ErrInvalidType, parseAccAddress, wrapping, type Context } from '../../../chain/index.js'
import { ChainError } from '../../../base/index.js'
import { decodeCoin } from '../../../codec/index.js'
import { ErrEmpty, ErrInvalid } from '../errors.js'
import {
  ACCEPTED,
  updatedTo,
  USED_UP,
  type Acceptance,
  type Authorization,
  type AuthorizationType,
} from './authorization.js'
import { readFilter } from './contract-filters.js'
import { readLimit, type ContractCall } from './contract-limits.js'

/** The two types: which message they are about, and what of it is checked. */
const KINDS = [
  {
    codec: ContractExecutionAuthorization,
    msgTypeUrl: MsgExecuteContract.typeUrl,
    call: (value: Uint8Array): ContractCall => {
      const { contract, msg, funds } = MsgExecuteContract.decode(value)
      return { contract, msg, funds: funds.map(decodeCoin) }
    },
  },
  {
    codec: ContractMigrationAuthorization,
    msgTypeUrl: MsgMigrateContract.typeUrl,
    call: (value: Uint8Array): ContractCall => {
      const { contract, msg } = MsgMigrateContract.decode(value)
      return { contract, msg, funds: [] }
    },
  },
] as const

/** Calls and migrations of listed contracts. Source: wasmd v0.61.14 x/wasm/types/authz.go. */
export const contractAuthorizations: readonly AuthorizationType[] = KINDS.map((kind) => ({
  typeUrl: kind.codec.typeUrl,
  read: (value, prefix) => {
    const { grants } = kind.codec.decode(value)
    for (const { filter, limit } of grants) {
      wrapping('filter', () => readFilter(filter))
      wrapping('limit', () => readLimit(limit))
    }
    return contractAuthorization(kind, grants, prefix)
  },
}))

function contractAuthorization(
  { codec, msgTypeUrl, call }: (typeof KINDS)[number],
  grants: readonly ContractGrant[],
  prefix: string,
): Authorization {
  const validate = (given: readonly ContractGrant[]): void => {
    if (given.length === 0) throw ErrEmpty.error('grants')
    for (const [at, grant] of given.entries()) wrapping(`position ${at}`, () => validateGrant(grant, prefix))
  }
  const updated = (rest: ContractGrant[]): Acceptance => {
    try {
      validate(rest)
    } catch (error) {
      if (error instanceof ChainError) throw ErrInvalid.error(`new grant state: ${error.log}`)
      throw error
    }
    return updatedTo(codec, { grants: rest })
  }
  return {
    msgTypeUrl,
    validateBasic: () => validate(grants),
    accept: (ctx, message) => {
      if (message.typeUrl !== msgTypeUrl) throw ErrInvalidType.error('type mismatch')
      const called = call(message.value)
      if (called.msg.length === 0) throw ErrInvalidType.error('empty message')
      for (const [at, grant] of grants.entries()) {
        if (grant.contract !== called.contract) continue
        const limit = wrapping('limit', () => readLimit(grant.limit).accept(called))
        if (!limit.accepted || !allows(ctx, grant, called)) continue
        if (limit.used === true && grants.length === 1) return USED_UP
        if (limit.used === true) return updated(grants.toSpliced(at, 1))
        if (limit.updated === undefined) return ACCEPTED
        return updated(grants.with(at, { ...grant, limit: limit.updated }))
      }
      return { accepted: false }
    },
  }
}

const allows = (ctx: Context, { filter }: ContractGrant, { msg }: ContractCall): boolean =>
  wrapping('filter', () => readFilter(filter).accept(ctx, msg))

function validateGrant({ contract, limit, filter }: ContractGrant, prefix: string): void {
  wrapping('contract', () => parseAccAddress(prefix, contract))
  wrapping('limit', () => readLimit(limit).validateBasic())
  wrapping('filter', () => readFilter(filter).validateBasic())
}
