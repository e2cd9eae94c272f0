/** Where gas went, function by function and line by line. */
export { profileAll } from '../app/vms.js'
export { buildProfile } from './build.js'
export { spentBy, type GasProfile } from './profile.js'
export { rawProfile, takeProfile } from './raw.js'
export { profileFormat, writeProfile } from './write.js'
