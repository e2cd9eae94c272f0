import { testSets } from './native.js'

testSets(['artifacts'])
