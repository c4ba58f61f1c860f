import type { UploadedFile } from '@hzm/contracts/features/attachments/attachment';

/** The names of files of rows. */
export interface FileTexts {
  /** Returns a file, null if it is no longer kept, undefined while it is loading. */
  readonly fileOf: (id: string) => Pick<UploadedFile, 'file_name' | 'is_image'> | null | undefined;
  /** Stands for a file that is not kept. */
  readonly gone: string;
}

/** Returns the name of a file; its id without `files`. */
export const fileName = (files: FileTexts | undefined, id: string): string => {
  const file = files ? files.fileOf(id) : undefined;
  return file === null ? files!.gone : (file?.file_name ?? (files ? '…' : id));
};
