import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { searchable } from '#kit/brazil.ts'
import { giveWay } from '#kit/web/form/fields.tsx'
import { readDraft } from '#kit/web/state/draft.ts'
import { useSession } from '#session/web/session.ts'
import type { CardEntry } from './cardEntry.ts'

/** 'João da Conceição' -> 'JOAO DA CONCEICAO', as cards print it. */
export function printedName(name: string): string {
  return searchable(name).replace(/\s+/g, ' ').toUpperCase()
}

/** Fills in the customer's or account's name until it is changed. */
export function useNameOnCard({ getValues, setValue }: UseFormReturn<CardEntry>): void {
  const user = useSession()?.user
  useEffect(() => {
    const typed = readDraft('account')['name']
    const name = user?.name ?? (typeof typed === 'string' ? typed : '')
    if (getValues('cardHolderName') !== '') return
    setValue('cardHolderName', printedName(name))
    giveWay(['cardHolderName'])
  }, [user, getValues, setValue])
}
