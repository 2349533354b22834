/** Every screen's name, which the web alone declares; src/app/web/routes.test.ts compares. */
export const screenNames: ReadonlySet<string> = new Set(
  `
    logout recaptcha login login.recover_email recover_token user.edit user.person.edit
    account.create account.address ticket.account ticket.personAddress ticket.privacyPolicyTerms
    user.vehicles user.personPayMethod.edit user.payments user.receipt ticket.receipt ticket.read
    ticket.value reserve.add reserve.paymentConfirm ticket.paymentType payment.creditDebitCard
    payment.pix payment.savedCard payment.done payment.contest welcome contact terms.privacyPolicy
    home user.menu user.editmenu user.myData not-found dev.ui staff.secondFactor staff.levels
    staff.audit staff.users staff.user staff.lots staff.transactions staff.transaction staff.review
    staff.tickets staff.ticket staff.lot staff.tariff staff.reservations staff.reservation
    partner partner.code staff.partners staff.partner staff.partnerCodes staff.partnerStatement
    staff.till staff.tills staff.shift
    staff.dashboard staff.occupancy staff.taken staff.reconciliation staff.statement staff.closings
    staff.adjustment staff.closing staff.devices staff.device staff.alerts staff.alertSettings
    staff.disputes staff.disputeEvidence staff.dispute staff.contests staff.contest staff.settings
  `
    .trim()
    .split(/\s+/),
)
