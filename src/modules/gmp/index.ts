export { generalMessages } from './middleware.js'
