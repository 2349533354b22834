/** After `#`, for code that runs before the back office's screens load. */
export const backOfficePath = '/staff/'
