const eventKinds = [
  'chargeback',
  'fraud_alert',
  'void_denied',
  'return_unseen',
  'auto_cancelled',
  'returned_outside',
  'amount_differs',
] as const
export type EventKind = (typeof eventKinds)[number]

export const disputeEvents: readonly string[] = ['chargeback', 'fraud_alert'] satisfies EventKind[]

/** Cases about money that staff refund or accept. */
export const keptMoneyKinds = ['paid_twice', 'came_in_time'] as const
export type KeptMoneyKind = (typeof keptMoneyKinds)[number]

export const staffClosedKinds = [...eventKinds, 'plate_twice'] as const
export type StaffClosedKind = (typeof staffClosedKinds)[number]

export const caseKinds = [
  ...keptMoneyKinds,
  'late_answer',
  'late_ending',
  'late_give_back',
  'late_refund',
  'acquirer_setup',
  'kept_again',
  ...staffClosedKinds,
] as const
export type CaseKind = (typeof caseKinds)[number]

/** Whether the case is about kept money. */
export function isKeptMoneyCase(kind: string): kind is KeptMoneyKind {
  return keptMoneyKinds.some((kept) => kept === kind)
}

/** Whether staff close the case themselves. */
export function isStaffClosed(kind: string): kind is StaffClosedKind {
  return staffClosedKinds.some((closed) => closed === kind)
}

export const changeNames = { capture: 'Cobrança', void: 'Cancelamento', refund: 'Devolução' } as const
export type ChangeName = keyof typeof changeNames
