export { differenceOfPaths } from './compare.js'
