import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { toHex } from '../../../base/index.js'
import type { App, Block, TxOutcome } from '../../../chain/index.js'

/** A chain whose node has metrics. */
export interface MeasuredChain {
  readonly app: App
  /** The transactions in its mempool. */
  readonly waiting: () => readonly Uint8Array[]
}

/** What of a chain is counted as it happens. */
export interface NodeCounts {
  readonly checked: (check: TxOutcome, size: number) => void
  /** Stops counting. */
  readonly end: () => void
}

/** A metric that is read from the chain when it is asked for: its help text, and its value, or its values by address of a validator. */
type Read = readonly [help: string, value: (chain: MeasuredChain) => number | bigint | undefined]

const lastBlock = ({ app }: MeasuredChain): Block | undefined => app.block(app.last.height)
const validators = ({ app }: MeasuredChain) => app.validatorsAt(app.last.height)
const missing = ({ app }: MeasuredChain) => (app.last.votes ?? []).filter(({ signed }) => !signed)
const byzantine = (chain: MeasuredChain) => {
  const addresses = (chain.app.last.misbehaviour ?? [])
    .filter(({ type }) => type === 'duplicateVote')
    .map(({ address }) => toHex(address))
  return validators(chain).filter(({ address }) => addresses.includes(toHex(address)))
}
const power = (of: readonly { readonly power: bigint }[]): bigint => of.reduce((sum, one) => sum + one.power, 0n)
const votingPower = (of: readonly { readonly votingPower: bigint }[]): bigint =>
  of.reduce((sum, one) => sum + one.votingPower, 0n)
const bytes = (of: readonly Uint8Array[]): number => of.reduce((sum, { length }) => sum + length, 0)

/** Names and help texts of a node. Source: cometbft v0.38.21 consensus/metrics.gen.go, mempool/metrics.gen.go, values as in consensus/state.go `recordMetrics`. */
const GAUGES: Readonly<Record<string, Read>> = {
  cometbft_consensus_height: ['Height of the chain.', ({ app }) => app.last.height + 1],
  cometbft_consensus_latest_block_height: ['The latest block height.', ({ app }) => app.last.height],
  cometbft_consensus_rounds: ['Number of rounds.', () => 0],
  cometbft_consensus_validators: ['Number of validators.', (chain) => validators(chain).length],
  cometbft_consensus_validators_power: ['Total power of all validators.', (chain) => votingPower(validators(chain))],
  cometbft_consensus_missing_validators: ['Number of validators who did not sign.', (chain) => missing(chain).length],
  cometbft_consensus_missing_validators_power: [
    'Total power of the missing validators.',
    (chain) => power(missing(chain)),
  ],
  cometbft_consensus_byzantine_validators: [
    'Number of validators who tried to double sign.',
    (chain) => byzantine(chain).length,
  ],
  cometbft_consensus_byzantine_validators_power: [
    'Total power of the byzantine validators.',
    (chain) => votingPower(byzantine(chain)),
  ],
  cometbft_consensus_num_txs: ['Number of transactions.', (chain) => lastBlock(chain)?.txs.length],
  cometbft_consensus_block_size_bytes: ['Size of the block.', (chain) => lastBlock(chain)?.signed.size],
  cometbft_mempool_size: ['Number of uncommitted transactions in the mempool.', ({ waiting }) => waiting().length],
  cometbft_mempool_size_bytes: ['Total size of the mempool in bytes.', ({ waiting }) => bytes(waiting())],
}

/** The validator of the node, the first of the chain, as in its `/status`. */
const ownVote = ({ app }: MeasuredChain) => {
  const address = app.seals.validators[0]?.address
  return address && app.last.votes?.find((vote) => toHex(vote.address) === toHex(address))
}

const VALIDATOR_GAUGES: Readonly<Record<string, Read>> = {
  cometbft_consensus_validator_power: ['Power of a validator.', (chain) => ownVote(chain)?.power],
  cometbft_consensus_validator_last_signed_height: [
    'Last height signed by this validator if the node is a validator.',
    (chain) => (ownVote(chain)?.signed ? chain.app.last.height : undefined),
  ],
}

/** Buckets of `ExponentialBuckets(1, 3, 7)`. */
const TX_SIZES = [1, 3, 9, 27, 81, 243, 729]

/**
 * Registers the metrics of the nodes of several chains, distinguished by the label `chain_id`. Counts begin now.
 * @returns what to call with what happens, by chain
 */
export function nodeMetrics(registry: Registry, chains: readonly MeasuredChain[]): readonly NodeCounts[] {
  const registers = [registry]
  const idOf = ({ app }: MeasuredChain) => ({ chain_id: app.chainId })
  const gauge = ([name, [help, value]]: [string, Read], labelNames: string[], labels: typeof idOf): void => {
    const made = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset()
        for (const chain of chains) {
          const now = value(chain)
          if (now !== undefined) this.set(labels(chain), Number(now))
        }
      },
    })
    registry.registerMetric(made)
  }
  for (const entry of Object.entries(GAUGES)) gauge(entry, ['chain_id'], idOf)
  for (const entry of Object.entries(VALIDATOR_GAUGES))
    gauge(entry, ['chain_id', 'validator_address'], (chain) => ({
      ...idOf(chain),
      validator_address: toHex(ownVote(chain)!.address).toUpperCase(),
    }))

  const common = { labelNames: ['chain_id'], registers }
  const made = {
    interval: new Histogram({
      name: 'cometbft_consensus_block_interval_seconds',
      help: 'Time between this and the last block.',
      ...common,
    }),
    chainSize: new Counter({
      name: 'cometbft_consensus_chain_size_bytes',
      help: 'Size of the chain in bytes.',
      ...common,
    }),
    totalTxs: new Gauge({
      name: 'cometbft_consensus_total_txs',
      help: 'Total number of transactions.',
      ...common,
    }),
    txSize: new Histogram({
      name: 'cometbft_mempool_tx_size_bytes',
      help: 'Histogram of transaction sizes in bytes.',
      buckets: TX_SIZES,
      ...common,
    }),
    refused: new Counter({
      name: 'cometbft_mempool_failed_txs',
      help: 'FailedTxs defines the number of failed transactions. These are transactions that failed to make it into the mempool because they were deemed invalid. metrics:Number of failed transactions.',
      ...common,
    }),
    // Metrics of the SDK repeat their names as help texts. Source: hashicorp/go-metrics prometheus/prometheus.go
    txs: new Counter({ name: 'tx_count', help: 'tx_count', ...common }),
    successful: new Counter({ name: 'tx_successful', help: 'tx_successful', ...common }),
    failed: new Counter({ name: 'tx_failed', help: 'tx_failed', ...common }),
    gasUsed: new Gauge({ name: 'tx_gas_used', help: 'tx_gas_used', ...common }),
    gasWanted: new Gauge({ name: 'tx_gas_wanted', help: 'tx_gas_wanted', ...common }),
  }

  return chains.map((chain) => {
    const { app } = chain
    const counted = [made.chainSize, made.refused, made.txs, made.successful, made.failed]
    for (const counter of counted) counter.inc(idOf(chain), 0)
    made.totalTxs.set(idOf(chain), 0)
    let last = app.last.time
    const stop = app.onBlock((block) => {
      const id = idOf(chain)
      // A restored snapshot goes back in time.
      made.interval.observe(id, Math.max(Number(block.time - last) / 1e9, 0))
      last = block.time
      made.chainSize.inc(id, block.signed.size)
      made.totalTxs.inc(id, block.txs.length)
      for (const { code, gasUsed, gasWanted } of block.txs) {
        made.txs.inc(id)
        ;(code === 0 ? made.successful : made.failed).inc(id)
        made.gasUsed.set(id, gasUsed)
        made.gasWanted.set(id, gasWanted)
      }
    })
    return {
      checked: ({ code }, size) => {
        if (code === 0) made.txSize.observe(idOf(chain), size)
        else made.refused.inc(idOf(chain))
      },
      end: stop,
    }
  })
}
