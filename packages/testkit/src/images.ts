/** Small images, 20 by 10 pixels of red, as encoders write them. */
const decoded = (base64: string): Buffer => Buffer.from(base64, 'base64');

const AVIF = decoded(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACYAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAABQAAAAKAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAubWRhdBIACgg4EOctoCGg0jIYGUJjBMAANAAAAK6/EEwGqFGKLslM0Dpg',
);
const WEBP = decoded(
  'UklGRkYAAABXRUJQVlA4IDoAAAAQAwCdASoUAAoAPtFUo0uoJKMhsAgBABoJQBai0AAQNgAA/us2/8Vk+K/b/6En/xNn/E2fBzPYAAAA',
);
const LOSSLESS_WEBP = decoded('UklGRhwAAABXRUJQVlA4TA8AAAAvE0ACAAcQ/Y/+ByKi/wEA');
const TRANSPARENT_WEBP = decoded(
  'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAEwAACQAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDoAAAAQAwCdASoUAAoAPtFUo0uoJKMhsAgBABoJQBai0AAQNgAA/us2/8Vk+K/b/6En/xNn/E2fBzPYAAAA',
);

export const SAMPLE_IMAGES = { AVIF, WEBP, LOSSLESS_WEBP, TRANSPARENT_WEBP } as const;

/** Returns a drawing of that size. */
export const svgOf = (inside = '<rect width="20" height="10" fill="red"/>', attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10" ${attributes}>${inside}</svg>`;
