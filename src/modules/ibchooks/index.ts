export { ibcHooksModule } from './module.js'
export { ibcHooks } from './hooks.js'
export { neutronHooks } from './neutron.js'
