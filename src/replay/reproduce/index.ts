import { atCallersLine } from '../../base/callers-line.js'
import { fromBase64, fromUtf8 } from '../../base/bytes.js'
import { createSandbox } from '../../sandbox/api/create-sandbox.js'
import { assemble, type Assembled } from './assemble.js'
import { deliver, deliveryOf, type Delivery } from './deliver.js'
import type { Evidence, Missing } from './evidence.js'
import { needsOf } from './needs.js'

export { EvidenceError, missingLines, type Evidence, type Missing } from './evidence.js'
export { readEvidence, type Wanted } from './read.js'
export type { Delivery, FunctionGas, KeyGas } from './deliver.js'

/** On what the chain is rebuilt. */
export interface ReproduceOptions {
  /** Release of the contract VM; that of the live chain when left out. */
  readonly vm?: string
}

/** A failure of a live chain, made to happen again. */
export interface Reproduction {
  readonly address: string
  readonly id: bigint
  /** As the chain recorded it. */
  readonly error: string
  /** The message, as text. */
  readonly message: string
  /** Under the sudo limit, as the chain delivered it. */
  readonly limited: Delivery
  /** Without limit, as a resubmission delivers it. */
  readonly unlimited: Delivery
  /** Whether it failed with the error that the chain recorded. */
  readonly isReproduced: boolean
  /** What contracts asked for that was not downloaded; with it the calls may end in another way. */
  readonly missing: readonly Missing[]
  /** What was taken for granted. */
  readonly assumptions: readonly string[]
  readonly assembled: Assembled
  readonly evidence: Evidence
}

/**
 * Rebuilds a contract at its own address from what was downloaded of its chain, and delivers the message of a failure again: under the limit, and
 * without it. @throws EvidenceError that names all that is missing, FixtureError for pages that contradict each other, UsageError for a release that there is not
 */
export const reproduce = atCallersLine(reproduceFrom)

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
 * Writes the reproduction as a fixture, whole or not at all: the contract as it was downloaded, and the message under the limit; where it fails, without
 * it too. @param file ends in `.json`, `.yaml` or `.yml` @returns the file @throws UsageError when it cannot be written
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
