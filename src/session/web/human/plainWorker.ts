import { handler } from 'altcha-lib/workers/shared'
import { deriveKeyPlainly } from './plainKeys.ts'

// For an unencrypted address such as http://192.168.0.10.
handler({ deriveKey: deriveKeyPlainly })
