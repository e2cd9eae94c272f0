export { neutronHooks } from './neutron.js'
