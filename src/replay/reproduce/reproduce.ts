import { atCallersLine, fromBase64, fromUtf8, strict } from '../../base/index.js'
import { createSandbox } from '../../sandbox/internal.js'
import { assemble, type Assembled } from './assemble.js'
import { deliver, deliveryOf, type Delivery } from './deliver.js'
import type { Evidence, Missing } from './evidence.js'
import { needsOf } from './needs.js'

/** How the chain is rebuilt. */
export interface ReproduceOptions {
  /** Release of the contract VM; by default that of the live chain. */
  readonly vm?: string
}

/** A reproduced failure of a live chain. */
export interface Reproduction {
  readonly address: string
  readonly id: bigint
  /** The failure that the chain recorded. */
  readonly error: string
  /** The message, as text. */
  readonly message: string
  /** Under the sudo limit, as the chain delivered it. */
  readonly limited: Delivery
  /** Without a limit, as a resubmission delivers it. */
  readonly unlimited: Delivery
  /** Whether it failed with the recorded error. */
  readonly isReproduced: boolean
  /** What contracts needed that was not downloaded. With it the outcome may differ. */
  readonly missing: readonly Missing[]
  /** Assumptions that were made. */
  readonly assumptions: readonly string[]
  readonly assembled: Assembled
  readonly evidence: Evidence
}

/** What was reproduced, from whatever source. */
export type Reproduced = Omit<Reproduction, 'assembled' | 'evidence'>

/**
 * Rebuilds a contract at its own address from what was downloaded of its chain, and delivers the message of a failure again: under the limit, and
 * without it. @throws EvidenceError that lists everything missing, FixtureError for pages that contradict each other, UsageError for an unknown release
 */
export const reproduce = atCallersLine(strict('reproduce', reproduceFrom))

async function reproduceFrom(evidence: Evidence, { vm }: ReproduceOptions = {}): Promise<Reproduction> {
  const assembled = assemble(evidence, vm)
  const labelOf = (contract: string): string | undefined => evidence.contracts.get(contract)?.label
  const limited = await deliver(assembled, evidence, true, labelOf)
  const unlimited = await deliver(assembled, evidence, false, labelOf)
  const { address, id, error, sudo_payload: payload } = evidence.failure
  return {
    address,
    id: BigInt(id),
    error,
    message: textOf(payload),
    limited,
    unlimited,
    isReproduced: limited.error === error,
    missing: needsOf(evidence, [limited, unlimited]),
    assumptions: assembled.assumptions,
    assembled,
    evidence,
  }
}

function textOf(payload: string): string {
  try {
    return fromUtf8(fromBase64(payload))
  } catch {
    return payload
  }
}

/**
 * Writes the reproduction as a fixture, atomically: the downloaded contract, and the message under the limit and, if it fails there, without
 * it too. @param file ends in `.json`, `.yaml` or `.yml` @returns the file @throws UsageError if it cannot be written
 */
export const writeReproduction = atCallersLine(writeTo)

async function writeTo(reproduction: Reproduction, file: string): Promise<string> {
  const { evidence, assembled, limited, error } = reproduction
  const sandbox = createSandbox(assembled.options)
  try {
    const recording = sandbox.record(file, {
      title: `Failure ${reproduction.id} of ${evidence.contracts.get(reproduction.address)?.label ?? reproduction.address}`,
      description: `The chain recorded: ${error}`,
    })
    for (const isLimited of limited.ok ? [true] : [true, false])
      await sandbox.perform(deliveryOf(evidence, isLimited)).catch(() => undefined)
    return await recording.save()
  } finally {
    await sandbox.close()
  }
}
