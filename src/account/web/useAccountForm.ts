import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { go } from '#kit/web/route/routes.ts'
import { accountData, getAccount, setAccount } from '../contract.ts'

export type AccountEntry = { name: string; email: string; phone: string; cpfcnpj: string }

const nothing: AccountEntry = { name: '', email: '', phone: '', cpfcnpj: '' }

/** The form of screen 16: what was typed before, else what the session keeps; saving leads to the address. */
export function useAccountForm(ticket: string | undefined): {
  form: UseFormReturn<AccountEntry>
  save: (entry: AccountEntry) => Promise<void>
} {
  const form = useForm<AccountEntry>({ schema: accountData, defaultValues: nothing, draft: 'account' })
  const { getValues, setValue } = form
  useEffect(() => {
    const stop = new AbortController()
    keptAccount(stop.signal)
      .then((kept) => {
        for (const name of names) if (kept && getValues(name) === '') setValue(name, kept[name])
      })
      .catch(ignoreCall)
    return () => stop.abort()
  }, [getValues, setValue])
  const save = async (entry: AccountEntry) => {
    await whileLoading(call(setAccount, { body: entry }))
    go('ticket.personAddress', { query: { ticket } })
  }
  return { form, save }
}

const names = ['name', 'email', 'phone', 'cpfcnpj'] as const

async function keptAccount(signal: AbortSignal): Promise<AccountEntry | null> {
  const { data } = await call(getAccount, { signal })
  return data && { ...data, phone: maskText('phone', data.phone), cpfcnpj: maskText('cpf', data.cpfcnpj) }
}

/** What was kept only saves typing: a call that fails is no reason to disturb anyone. */
export function ignoreCall(failure: unknown): void {
  if (!(failure instanceof CallFailure)) throw failure
}
