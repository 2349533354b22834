/** The screen belongs to the ticket (it opens the ticket's transaction); its route is loaded from here. */
export { default } from '#ticket/web/PaymentTypePage.tsx'
