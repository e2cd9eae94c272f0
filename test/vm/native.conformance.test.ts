import { SETS, testSets } from './native.js'

testSets(SETS.filter((set) => set !== 'artifacts'))
