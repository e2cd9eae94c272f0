export { entryPointReach, wholeReach, type CodeRun } from './code.js'
export { joinedReach, ReachCount, type ContractReach } from './contract.js'
export { MessageCount, shapeOf, type MessageReach, type Refusal } from './messages.js'
export { MomentsCount, type CodeMoment } from './over-time.js'
