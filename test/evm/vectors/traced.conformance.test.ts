import { testWay } from './cases.js'

testWay('traced')
