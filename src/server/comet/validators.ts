import type { Validator } from '../../chain/index.js'
import type { ChainNode } from '../chain-node.js'
import { RpcFailure } from './failure.js'
import { pageOf, type Page } from './search.js'

/** Part of the validators of a height. */
export interface ValidatorPage {
  readonly height: number
  readonly rows: readonly { readonly validator: Validator; readonly priority: bigint }[]
  /** How many there are in all. */
  readonly total: number
}

/** The validators of a height with their priorities to propose its block. */
export function validatorRows({ app }: ChainNode, height: number): ValidatorPage['rows'] {
  const priorities = app.consensus.prioritiesAt(height)
  return app.validatorsAt(height).map((validator, i) => ({ validator, priority: priorities[i]! }))
}

/** @param latest the highest allowed height, and the default @throws RpcFailure. Source: cometbft rpc/core/env.go `getHeight` */
export function heightWithin(node: ChainNode, height: number | undefined, latest: number): number {
  if (height === undefined) return latest
  if (height <= 0) throw new RpcFailure(`height must be greater than 0, but got ${height}`)
  if (height > latest)
    throw new RpcFailure(`height ${height} must be less than or equal to the current blockchain height ${latest}`)
  if (height < node.base) throw new RpcFailure(`height ${height} is not available, lowest height is ${node.base}`)
  return height
}

/** Source: cometbft rpc/core/env.go `validatePerPage`. */
export const perPageOf = (wanted: number): number => (wanted < 1 ? 30 : Math.min(wanted, 100))

/** @param at by default the next height, whose validators are known already @throws RpcFailure. Source: cometbft rpc/core/consensus.go `Validators` */
export function validatorPage(
  node: ChainNode,
  at: number | undefined,
  page: Pick<Page, 'page' | 'perPage'>,
): ValidatorPage {
  const height = heightWithin(node, at, node.app.last.height + 1)
  const all = validatorRows(node, height)
  return { height, rows: pageOf(all, page), total: all.length }
}
