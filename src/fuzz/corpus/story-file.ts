import { z } from 'zod'
import { jsonText, toHex, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { action, ACTION_VERSION, outsideUseOf, type ActionInput } from '../../sandbox/internal.js'
import type { Feature } from '../coverage.js'
import { decodeFeatures, encodeFeatures } from './features.js'

/** An action sequence of a corpus, and its coverage features. */
export interface KeptStory {
  readonly actions: readonly ActionInput[]
  readonly features: readonly Feature[]
}

/** Why a file of the folder is ignored. */
export type Refusal = 'unreadable' | 'truncated' | 'foreign' | 'newer' | 'changed'

export type Reading =
  | { readonly story: KeptStory }
  | { readonly story?: undefined; readonly reason: Refusal; readonly text: string }

const envelope = z.object({ sudobox: z.int().min(1), features: z.string(), actions: z.array(z.unknown()).min(1) })
const actionList = z.array(action)

/** The name of an action sequence's file: the hash of its actions, without the features. */
export const storyName = (actions: readonly unknown[]): string =>
  `${toHex(sha256(toUtf8(jsonText(actions)))).slice(0, 32)}.json`

export const storyText = ({ actions, features }: KeptStory): string =>
  `{"sudobox":${ACTION_VERSION},"features":"${encodeFeatures(features)}","actions":${jsonText(actions)}}\n`

/** Reads an action sequence from a file of that name. A reason why it is invalid is returned, not thrown. */
export function readStory(name: string, text: string): Reading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { reason: 'truncated', text: 'it is not a complete JSON document' }
  }
  const parsed = envelope.safeParse(value)
  if (!parsed.success) return { reason: 'foreign', text: 'it is not an action sequence' }
  const { sudobox, features: written, actions } = parsed.data
  if (sudobox > ACTION_VERSION)
    return {
      reason: 'newer',
      text: `its actions are of version ${sudobox}; this version reads up to ${ACTION_VERSION}`,
    }
  if (storyName(actions) !== name) return { reason: 'changed', text: 'its name is not the hash of its actions' }
  const features = decodeFeatures(written)
  if (features === undefined) return { reason: 'foreign', text: 'its features are invalid' }
  const checked = actionList.safeParse(actions)
  if (!checked.success) return { reason: 'foreign', text: 'it contains something other than actions' }
  for (const [index, one] of checked.data.entries()) {
    const use = outsideUseOf(one)
    if (use !== undefined)
      return {
        reason: 'foreign',
        text: `#/actions/${index}${use.pointer}: ${use.what}, which an action sequence may not do`,
      }
  }
  return { story: { actions: actions as readonly ActionInput[], features } }
}
