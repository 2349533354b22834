import { handler } from 'altcha-lib/workers/shared'
import { deriveKeyInJs } from './deriveKeyInJs.ts'

// For an unencrypted address such as http://192.168.0.10.
handler({ deriveKey: deriveKeyInJs })
