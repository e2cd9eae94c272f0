import { testWay } from './cases.js'

testWay('library')
