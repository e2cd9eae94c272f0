import { unpacked } from '../components/document.js'
import type { RunData, StepDetail } from '../../src/report/model.js'

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? ''

/** Blocks that were loaded last. `lru-cache` would add 17 kB to every report. */
const MAX_BLOCKS = 16
const blocks = new Map<number, Promise<readonly StepDetail[]>>()

function loadBlock(block: number): Promise<readonly StepDetail[]> {
  const known = blocks.get(block)
  if (known !== undefined) return known
  const loading = unpacked(textOf(`block-${block}`)).then((text) => JSON.parse(text) as readonly StepDetail[])
  if (blocks.size >= MAX_BLOCKS) blocks.delete(blocks.keys().next().value!)
  blocks.set(block, loading)
  return loading
}

/** Everything about a step; undefined where the run has none. */
export async function loadStep(run: RunData, step: number): Promise<StepDetail | undefined> {
  const ref = run.blocks.findLast(({ first }) => first <= step)
  return ref && (await loadBlock(ref.block))[step - ref.first]
}
