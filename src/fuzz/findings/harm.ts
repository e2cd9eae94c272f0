import { own } from '../../base/index.js'
import type { InvariantId } from '../config.js'

/** What a violation may cost, the most serious first: coins, a contract that cannot go on, or a request that is not settled as it should be. */
const HARMS = ['money', 'stuck', 'progress'] as const

const OF: Readonly<Record<InvariantId, (typeof HARMS)[number]>> = {
  I1: 'money',
  I2: 'stuck',
  I3: 'money',
  I4: 'stuck',
  I5: 'money',
  I6: 'progress',
  I7: 'money',
  I8: 'stuck',
  I9: 'money',
  I9b: 'money',
  I10: 'money',
  I11: 'money',
  I12: 'progress',
  I13: 'progress',
  I14: 'progress',
  I15: 'progress',
}

/** The rank of an invariant among those of one level, from 0. An invariant of the campaign's own counts as one about money. */
export const harmOf = (invariant: string): number =>
  HARMS.indexOf(own(OF as Readonly<Record<string, (typeof HARMS)[number]>>, invariant) ?? 'money')

export const isAboutMoney = (invariant: string): boolean => harmOf(invariant) === 0
