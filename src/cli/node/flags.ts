import { Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../../base/index.js'
import type { NodeFlags } from './connect.js'
import type { OutputFormat } from './output.js'
import { withTrust } from '../trust.js'
import { withVmReleaseOption } from '../options/vm-option.js'

export interface QueryFlags extends NodeFlags {
  readonly output: OutputFormat
  readonly height?: number
}

export interface PageFlags {
  readonly limit: string
  readonly offset: string
  readonly page: string
  readonly pageKey?: string
  readonly countTotal?: boolean
  readonly reverse?: boolean
}

/** A 64-bit number as a string. */
export function uint64(text: string): string {
  if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 1n << 64n)
    throw new InvalidArgumentError('Must be a 64-bit whole number.')
  return BigInt(text).toString()
}

function height(text: string): number {
  const value = Number(uint64(text))
  if (!Number.isSafeInteger(value) || value === 0) throw new InvalidArgumentError('Must be a block number, 1 or more.')
  return value
}

/** Where the chain is. */
export const withNodeFlags = (command: Command): Command =>
  withVmReleaseOption(withTrust(command))
    .option('--node <url>', 'RPC URL of a node; the default is that of `sudobox serve`', 'tcp://localhost:26657')
    .option('--fixture <file>', 'query the final state of this fixture instead of a node')
    .option('--chain <name>', 'chain of the fixture', 'neutron')

export const withQueryFlags = (command: Command): Command =>
  withNodeFlags(command)
    .option('--height <number>', 'query the state after this block', height)
    .addOption(
      new Option('-o, --output <format>', 'output format; text is YAML').choices(['text', 'json']).default('text'),
    )

/** Paging flags as in a node's commands. Source: cosmos-sdk client/flags `AddPaginationFlagsToCmd`. */
export const withPageFlags = (command: Command): Command =>
  command
    .option('--limit <count>', 'page size', uint64, '100')
    .option('--offset <count>', 'number of rows to skip', uint64, '0')
    .option('--page <number>', 'page number; not together with --offset', uint64, '1')
    .option('--page-key <base64>', 'next_key of the previous page')
    .option('--count-total', 'count all rows')
    .option('--reverse', 'reverse order')

/** @throws UsageError */
export function pageRequest(flags: PageFlags): Readonly<Record<string, unknown>> {
  const page = BigInt(flags.page)
  const offset = BigInt(flags.offset)
  if (page > 1n && offset > 0n) throw new UsageError('page and offset cannot be used together')
  if (
    flags.pageKey !== undefined &&
    !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(flags.pageKey)
  )
    throw new UsageError(`--page-key must be base64, as printed in next_key, not ${JSON.stringify(flags.pageKey)}`)
  return {
    ...(flags.pageKey !== undefined && { key: flags.pageKey }),
    limit: flags.limit,
    offset: String(page > 1n ? (page - 1n) * BigInt(flags.limit) : offset),
    count_total: flags.countTotal === true,
    reverse: flags.reverse === true,
  }
}
