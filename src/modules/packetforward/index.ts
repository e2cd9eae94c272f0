export { packetForwardModule } from './module.js'
export { isNextLeg, packetForward } from './middleware.js'
