import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it } from 'vitest'
import { deriveKeyInJs } from './deriveKeyInJs.ts'

it('a browser without crypto.subtle derives the same keys', async () => {
  const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }
  const options = { algorithm: 'PBKDF2/SHA-256', cost: 50, counter: 7, ...secrets }
  const challenge = await createChallenge({ ...options, deriveKey })
  const solution = await solveChallenge({ challenge, deriveKey: deriveKeyInJs })
  if (solution === null) throw new Error('not solved')
  expect(solution.counter).toBe(7)
  expect((await verifySolution({ challenge, solution, deriveKey, ...secrets })).verified).toBe(true)
})

it('throws for another algorithm', async () => {
  const challenge = { algorithm: 'SCRYPT', nonce: '', salt: '', cost: 1, keyPrefix: '00', keyLength: 32 }
  await expect(deriveKeyInJs(challenge, new Uint8Array(1), new Uint8Array(1))).rejects.toThrow('SCRYPT')
})
