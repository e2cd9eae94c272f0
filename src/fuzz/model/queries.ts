import type { Choice, Scene } from './scene.js'

/** Results of interchain queries: of now, of an earlier height, or of a transaction that nobody asked for. */
export function queryChoices(scene: Scene): readonly Choice[] {
  const { queries, mood, dice, story } = scene
  return queries.flatMap(({ queryId, type, transactions }): readonly Choice[] => {
    const query = queryId.toString()
    if (type === 'tx')
      return [
        [transactions.length > 0 ? 1.5 * mood.queries : 0, () => ({ action: 'deliverQueries', query })],
        [0.8 * mood.lies, () => ({ action: 'deliverQueries', query, lie: 'otherTx' })],
      ]
    return [
      [1.5 * mood.queries, () => ({ action: 'deliverQueries', query })],
      [
        story.steps.length > 0 ? 0.5 * mood.queries : 0,
        () => ({
          action: 'deliverQueries',
          query,
          height: String(dice.pick(story.steps).heights[scene.start.config.remote.chain]),
        }),
      ],
    ]
  })
}
