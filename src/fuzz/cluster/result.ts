import { z } from 'zod'
import { FixtureError, fromBase64, jsonOf, toBase64 } from '../../base/index.js'
import { action, outsideUseOf, type ActionInput } from '../../sandbox/internal.js'
import type { CountedCode } from '../../coverage/counted-code.js'
import type { CampaignReport } from '../campaign.js'
import type { CheckCount } from '../checks.js'
import type { GasEvidence } from '../cliffs/certificate.js'
import type { MeasuredGrowth } from '../cliffs/growth.js'
import type { KeptStory } from '../corpus/index.js'
import { readStory, storyName, storyText } from '../corpus/story-file.js'
import type { Finding } from '../findings/finding.js'
import { LEVELS } from '../findings/level.js'
import type { Verdict } from '../oracle.js'
import type { MessageReach } from '../reach/index.js'
import { hash } from './packed.js'
import { count, storyKey, type StoryFile } from './slice.js'

const actions = z.array(z.unknown()).transform((list, context) => {
  for (const [i, one] of list.entries()) {
    const parsed = action.safeParse(one)
    const problem = parsed.success ? outsideUseOf(parsed.data)?.what : 'it is not an action'
    if (problem === undefined) continue
    context.addIssue({ code: 'custom', message: problem, path: [i] })
    return z.NEVER
  }
  return list as readonly ActionInput[]
})

const verdict = z.strictObject({
  invariant: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]*$/),
  level: z.enum(LEVELS),
  cluster: z.string(),
  text: z.string(),
  about: z.string().optional(),
  account: z.string().optional(),
  asset: z.string().optional(),
  key: z.string().optional(),
  further: actions.optional(),
  other: actions.optional(),
  wrong: count.optional(),
  instead: count.optional(),
})

const finding = z.strictObject({ verdict, actions, seed: count })
/** The part of a finding that a worker sends. The receiver replays the action sequence for the rest. */
export interface SentFinding {
  readonly verdict: Verdict
  readonly actions: readonly ActionInput[]
  readonly seed: number
}

const amount = z
  .string()
  .regex(/^[0-9]{1,30}$/)
  .transform(BigInt)
const base64 = z.base64().transform((text) => fromBase64(text))

const resultSchema = z.strictObject({
  /** Whether it ended before all its action sequences were run. */
  cut: z.boolean(),
  stories: count,
  actions: count,
  kept: z.array(z.strictObject({ name: storyKey, text: z.string() })),
  findings: z.array(finding),
  warnings: z.array(z.string()),
  contracts: z.array(
    z.strictObject({
      label: z.string(),
      messages: z.array(
        z.strictObject({
          name: z.string(),
          tried: count,
          accepted: count,
          refusals: z.array(z.strictObject({ text: z.string(), times: count })),
        }),
      ),
      ran: base64,
    }),
  ),
  checks: z.array(
    z.strictObject({
      invariant: z.string(),
      judged: count,
      limits: z.array(z.strictObject({ why: z.string(), partly: z.boolean(), times: count })),
    }),
  ),
  growths: z.array(
    z.strictObject({
      contract: z.string(),
      callback: z.string(),
      message: z.string(),
      limit: amount,
      points: z.array(z.strictObject({ records: count, gas: amount })),
    }),
  ),
  certificates: z.array(
    z.strictObject({
      contract: z.string(),
      callback: z.string(),
      entryPoint: z.string(),
      ran: z.boolean(),
      limit: amount,
      most: amount,
      crossing: z
        .strictObject({ sent: z.strictObject({ message: z.string(), times: count }) })
        .transform(({ sent }) => ({ sent, file: undefined }))
        .optional(),
      bounds: z.array(
        z.strictObject({
          gas: amount,
          added: amount,
          quantity: z.strictObject({ of: z.enum(['entries', 'messages', 'times']), name: z.string() }),
          message: z.string(),
          points: z.array(z.strictObject({ quantity: count, gas: amount })),
          reaches: count.optional().transform((reaches) => reaches),
          upTo: count,
          measuredTo: count,
          how: z.enum(['proven', 'measured', 'extrapolated']),
          degree: z.enum(['constant', 'linear', 'quadratic']),
          residual: amount,
        }),
      ),
    }),
  ),
  codes: z.array(
    z.strictObject({
      checksum: hash,
      counts: z.array(count),
      messages: z.array(z.tuple([z.string(), z.strictObject({ calls: count, succeeded: count })])),
    }),
  ),
})
type SentResult = z.input<typeof resultSchema>

/** The result of a slice. */
export interface SliceResult {
  readonly cut: boolean
  readonly stories: number
  readonly actions: number
  /** Action sequences with a new feature, in the order in which they ran. */
  readonly kept: readonly KeptStory[]
  readonly findings: readonly SentFinding[]
  readonly warnings: readonly string[]
  readonly contracts: readonly {
    readonly label: string
    readonly messages: readonly MessageReach[]
    /** For each block of its code, 1 if it ran, else 0. */
    readonly ran: Uint8Array
  }[]
  readonly checks: readonly CheckCount[]
  readonly growths: readonly MeasuredGrowth[]
  readonly certificates: readonly GasEvidence[]
  /** Empty unless lines are counted. */
  readonly codes: readonly CodeCounts[]
}

/** How often each block of a code ran, and each of its messages. */
export interface CodeCounts {
  readonly checksum: string
  readonly counts: readonly number[]
  readonly messages: readonly (readonly [string, { readonly calls: number; readonly succeeded: number }])[]
}

const countsOf = ({ checksum, counts, messages }: CountedCode): CodeCounts => ({
  checksum,
  counts,
  messages: [...messages],
})

/** The result of a slice as JSON. @param stories how many the slice was to run @param kept action sequences that are new in the corpus @param codes what ran, if it is counted */
export function sentResult(
  report: CampaignReport,
  stories: number,
  kept: readonly KeptStory[],
  codes: readonly CountedCode[],
): SentResult {
  const sent = {
    cut: report.sequences < stories,
    stories: report.sequences,
    actions: report.actions,
    kept: storyFiles(kept),
    findings: report.findings.map(sentFinding),
    warnings: report.warnings,
    contracts: report.contracts.map(({ label, messages, code }) => ({ label, messages, ran: toBase64(code.ran) })),
    checks: report.checks,
    growths: report.growths,
    certificates: sentEvidence(report.certificates),
    codes: codes.map(countsOf),
  }
  return jsonOf(sent) as unknown as SentResult
}

/** Without coverage and files: the receiver knows better. */
export const sentEvidence = (evidence: readonly GasEvidence[]): readonly object[] =>
  evidence.map(({ contract, callback, entryPoint, ran, limit, most, crossing, bounds }) => ({
    contract,
    callback,
    entryPoint,
    ran,
    limit,
    most,
    ...(crossing?.sent && { crossing: { sent: crossing.sent } }),
    bounds,
  }))

const sentFinding = ({ verdict: of, actions: story, seed }: Finding): object => {
  const { invariant, level, cluster, text, about, account, asset, key, further, other, wrong, instead } = of
  return {
    verdict: { invariant, level, cluster, text, about, account, asset, key, further, other, wrong, instead },
    actions: story,
    seed,
  }
}

/** Validates the result that a worker sent. @param from the sender, for errors @throws FixtureError if it is invalid */
export function readResult(value: unknown, from: string): SliceResult {
  const parsed = resultSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new FixtureError({
      file: from,
      pointer: `/${issue?.path.join('/')}`,
      message: issue?.message ?? 'not a result',
    })
  }
  const { kept, ...rest } = parsed.data
  return { ...rest, kept: readStories(kept, from) } as SliceResult
}

export const storyFiles = (stories: readonly KeptStory[]): readonly StoryFile[] =>
  stories.map((story) => ({ name: storyName(story.actions), text: storyText(story) }))

/** @param from the sender, for errors @throws FixtureError for an invalid action sequence, or one with another name */
export const readStories = (sent: readonly StoryFile[], from: string): readonly KeptStory[] =>
  sent.map(({ name, text }) => {
    const reading = readStory(name, text)
    if (reading.story === undefined) throw new FixtureError({ file: from, pointer: '', message: reading.text })
    return reading.story
  })
