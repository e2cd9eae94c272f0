import type { Choice, Scene } from './scene.js'

/** Results of interchain queries: at the current height, at an earlier one, or of a transaction that does not match. */
export function queryChoices(scene: Scene): readonly Choice[] {
  const { queries, weights, random, story } = scene
  // Query results always work, so without this limit action sequences would consist mostly of them.
  const delivered = story.steps.filter(({ action }) => action.action === 'deliverQueries').length
  const tired = 1 / (1 + delivered / 3)
  return queries.flatMap(({ queryId, type, transactions }): readonly Choice[] => {
    const query = queryId.toString()
    if (type === 'tx')
      return [
        [transactions.length > 0 ? 1.5 * weights.queries : 0, () => ({ action: 'deliverQueries', query })],
        [0.8 * weights.lies, () => ({ action: 'deliverQueries', query, lie: 'otherTx' })],
      ]
    return [
      [1.5 * weights.queries * tired, () => ({ action: 'deliverQueries', query })],
      [
        story.steps.length > 0 ? 0.5 * weights.queries * tired : 0,
        () => ({
          action: 'deliverQueries',
          query,
          height: String(random.pick(story.steps).heights[scene.start.config.remote.chain]),
        }),
      ],
      [
        0.25 * weights.queries * tired,
        () => ({ action: 'deliverQueries', query, height: String(legalHeight(scene, queryId)) }),
      ],
    ]
  })
}

/**
 * A random height that the chain accepts, which is any after that of the last result. It may be before the action sequence began, when a key may not have
 * existed yet.
 */
function legalHeight({ story, sandbox, start, random }: Scene, query: bigint): bigint {
  let last = 0n
  for (const { outcome } of story.steps)
    for (const one of outcome !== undefined && 'delivered' in outcome ? outcome.delivered : [])
      if ('queryId' in one && one.queryId === query && one.code === 0) last = one.remoteHeight
  const { height } = sandbox.chain(start.config.remote.chain)!
  return last + 1n + BigInt(random.below(Number(height > last ? height - last : 1n)))
}
