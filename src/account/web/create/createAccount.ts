import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { announceSessionChange } from '#session/web/sessionCheck/sessionVersion.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { createAndLogin, getAccount, duplicateFlags } from '../../contract.ts'
import { setDuplicates } from './duplicates.ts'

/** False when data must be typed again. Throws a `CallFailure`. */
export async function createAccount(code?: string): Promise<boolean> {
  try {
    await whileLoading(createAndLoadSession(code))
    return true
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (failure.code === 'account_incomplete') {
      notify(failureText(failure), 'warning')
      return false
    }
    if (failure.code !== 'duplicate_account') throw failure
    await showDuplicates(failure, code)
    return false
  }
}

async function createAndLoadSession(code: string | undefined): Promise<void> {
  await call(createAndLogin, { body: { ticket_code: code } })
  await loadSession()
  announceSessionChange()
}

async function showDuplicates(failure: CallFailure, code: string | undefined): Promise<void> {
  const { data: kept } = await call(getAccount, { query: { ticket_code: code } })
  const both = { existsEmail: true, existsCpfCnpj: true }
  const which = z.safeParse(duplicateFlags, failure.data)
  setDuplicates(which.success ? which.data : both, {
    email: kept?.email ?? '',
    cpfcnpj: maskText('cpf', kept?.cpfcnpj ?? ''),
  })
}
